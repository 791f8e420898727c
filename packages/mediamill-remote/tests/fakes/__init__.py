"""Vendors on loopback, which share no code with the engines that they are there to test."""
