"""What the endpoints of the admin API do."""
