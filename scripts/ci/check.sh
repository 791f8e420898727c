#!/usr/bin/env bash
# The documentation built with every link looked at, lint, types; then what is only tested where the guide is built.
set -euo pipefail
cd "$(dirname "$0")/../.."
make guide lint types
.venv/bin/python -m pytest -q -n0 tests/test_guide.py packages/mediamill/tests/http/test_guide.py
