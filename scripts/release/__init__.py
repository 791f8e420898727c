"""What a release is checked with (docs/contributing/releasing.md)."""
