"""The site's settings with one more address: a bare view to hold others against."""

from llars.settings import *  # noqa: F403

ROOT_URLCONF = "tests.benchmarks.bare_urls"
