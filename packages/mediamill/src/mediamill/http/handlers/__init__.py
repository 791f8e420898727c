"""What answers at each endpoint: `mediamill.http.endpoints` says where."""
