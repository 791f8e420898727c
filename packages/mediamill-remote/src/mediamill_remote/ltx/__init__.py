"""Films by Lightricks' LTX models."""
