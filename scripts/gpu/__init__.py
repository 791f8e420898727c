"""What `make gpu-check` runs: pipelines of full size whose numbers are random, in the processes of devices."""
