"""KIA sync: pillars' files as they lie in a GitLab repository, brought in and kept up to date."""
