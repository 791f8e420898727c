"""The engines that come with mediamill: pip packages and a CPU, nothing downloaded."""
