//! Bad weather, measured: how long others wait meanwhile, and how much memory the server takes.

mod patterns;
mod probe;

use std::{
    fmt::Write,
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Duration,
};

use patterns::{PATTERNS, Pattern, Weather};
use probe::{Latencies, Probe};

use crate::{
    atlas::Atlas,
    process::{limit_files, mib, peak, resident},
    soak::BINARY,
};

/// How many files the server may have open where there are few.
const FEW_FILES: u64 = 256;

#[tokio::test(flavor = "multi_thread")]
#[allow(clippy::print_stdout, reason = "the figures are read")]
#[ignore = "some minutes, STORM_SECONDS a pattern; .ci/full runs it"]
async fn in_bad_weather_others_are_answered_and_memory_is_bounded() {
    let seconds = std::env::var("STORM_SECONDS").map_or(5, |text| text.parse().expect("a number of seconds"));
    limit_files(std::process::id(), 16_384);
    let mut table = String::from(
        "| pattern | connections | requests | new connection, calm | during | kept connection, calm | during | resident before | peak |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    let mut faults = Vec::new();
    for pattern in PATTERNS {
        let (row, fault) = measure(pattern, Duration::from_secs(seconds)).await;
        println!("{row}");
        writeln!(table, "{row}").expect("a string takes everything");
        faults.extend(fault);
    }
    println!("\nLatencies in ms: median / 99 % / longest.\n\n{table}");
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A row of the table, and what is wrong with it.
async fn measure(pattern: &Pattern, time: Duration) -> (String, Option<String>) {
    let server = Atlas::serve_binary(BINARY, &[]).await;
    if pattern.has_few_files {
        limit_files(server.id(), FEW_FILES);
    }
    let calm = probed(&server, time).await;
    let before = resident(server.id());
    let weather = Arc::new(Weather::new(&server.url));
    let mut storm = weather.begin(pattern);
    // Until it is there.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let during = probed(&server, time).await;
    if let Some(Err(error)) = storm.try_join_next() {
        panic!("{}: {error}", pattern.name);
    }
    drop(storm);
    let peak = peak(server.id());
    probed(&server, Duration::from_millis(100)).await;
    let (status, log) = server.end().await;
    let requests = weather.answered.load(Relaxed);
    let row = format!(
        "| {} | {} | {requests} | {} | {} | {} | {} | {} | {} |",
        pattern.name,
        pattern.connections,
        calm.0,
        during.0,
        calm.1,
        during.1,
        mib(before),
        mib(peak)
    );
    let taken = peak.saturating_sub(before);
    let closed: usize = [&calm.0, &calm.1, &during.0, &during.1].iter().map(|probe| probe.closed).sum();
    let fault = if taken > pattern.most {
        format!("it took {}, and {} is the most", mib(taken), mib(pattern.most))
    } else if closed > 0 && !pattern.has_few_files {
        format!("{closed} requests were not answered")
    } else if status != Some(0) {
        format!("it ended with {status:?}: {log}")
    } else {
        return (row, None);
    };
    (row, Some(format!("{}: {fault}", pattern.name)))
}

/// What a client with a new connection for each request waits, and what one does that keeps its own.
async fn probed(server: &Atlas, time: Duration) -> (Latencies, Latencies) {
    tokio::join!(Probe::new(&server.url, 0).run(time), Probe::new(&server.url, 1).run(time))
}
