"""Speech without the noise around it: DeepFilterNet where it is installed, spectral weighting else."""
