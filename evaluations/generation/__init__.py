"""Features of threads, written by a language model: planned, stored with their provenance, and forgotten.

A generation is a scenario with one judge session. Queue, limits, cost and lifecycle are those of judging.
"""
