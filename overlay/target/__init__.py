"""The target app over HTTP: who asks, action state, data."""
