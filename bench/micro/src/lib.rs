//! Micro-benchmarks; see `benches/`.
