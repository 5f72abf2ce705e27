"""A GitLab server's API over HTTP, as far as the sync needs it, with its faults."""
