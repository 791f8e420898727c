"""What every sound is made of: noise, tones, struck bodies, grains, throats. Mono is (n,), stereo (2, n)."""
