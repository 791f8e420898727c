"""Pictures that Black Forest Labs makes."""
