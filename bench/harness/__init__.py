"""What `bench/compare` and `bench/generate` are made of."""
