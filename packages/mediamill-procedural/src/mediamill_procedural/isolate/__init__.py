"""Speech without the noise around it: spectral weighting after Ephraim, Malah and Cohen, no model."""
