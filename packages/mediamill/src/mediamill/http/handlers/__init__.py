"""The handlers of the endpoints, which `mediamill.http.endpoints` lists."""
