"""The documentation site, made of docs/ (`make guide`). Nothing here needs mediamill or any package."""
