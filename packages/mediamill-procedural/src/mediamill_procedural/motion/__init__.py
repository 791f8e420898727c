"""Human movement from words: channels of poses and gaits, solved onto a skeleton, written as FBX; no model."""
