"""What `python -m scripts.bench` is made of: load generator, servers, measurements, goals, the page."""
