"""A scriptable server that speaks the OpenAI chat protocol, for tests and benchmarks."""
