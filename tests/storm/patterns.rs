//! What clients do that mean no good, or are no clients.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
};

use crate::hostile::{list, nested, request, statuses};

/// What so many connections do at once.
pub(super) struct Pattern {
    pub(super) name: &'static str,
    pub(super) connections: usize,
    act: Act,
    pub(super) has_few_files: bool,
    /// What it may make the server take, in KiB.
    pub(super) most: u64,
}

#[derive(Clone, Copy)]
enum Act {
    Nothing,
    /// Sends a whole request, reads what comes, with these statuses, and does so again.
    Sends(fn() -> Vec<u8>, &'static str),
    /// The same, but closes its half first.
    HalfCloses,
    /// Sends many requests, and then reads the answers.
    Pipelines,
    /// Sends for ever and never reads.
    NeverReads,
    /// Sends this and then, each so often, a byte more; connects again where the server closes.
    Drips(fn() -> Vec<u8>, Duration),
}

/// Never.
const NEVER: Duration = Duration::from_hours(24);

/// What a server takes by itself while it is busy, in KiB.
const BUSY: u64 = 8 * 1024;

/// What each connection may make it take, in KiB: a body has 4 MiB at most, and what grows is twice as large for a moment, but all
/// together take 64 MiB, and each connection reads some hundred KiB ahead; one that waits has a buffer of 8 KiB, and its task.
const fn pattern(name: &'static str, connections: usize, act: Act, each: u64) -> Pattern {
    Pattern { name, connections, act, has_few_files: false, most: BUSY + each * connections as u64 }
}

pub(super) const PATTERNS: &[Pattern] = &[
    pattern("none", 0, Act::Nothing, 0),
    pattern("garbage", 8, Act::Sends(garbage, "400"), 1024),
    pattern("10,000 headers", 8, Act::Sends(headers, "431"), 1024),
    pattern("JSON 100,000 deep", 8, Act::Sends(deep, "400"), 2048),
    pattern("bodies of 100 MB", 4, Act::Sends(long, "413"), 12 * 1024),
    pattern("half-closed", 8, Act::HalfCloses, 1024),
    pattern("100 requests in a row", 8, Act::Pipelines, 1024),
    pattern("requests whose answers nobody reads", 50, Act::NeverReads, 512),
    pattern("bodies of a byte in 50 ms", 100, Act::Drips(a_body_begins, Duration::from_millis(50)), 64),
    pattern("bodies of 4 MiB without an end", 100, Act::Drips(a_long_body, NEVER), 2 * 1024),
    pattern("nothing is sent", 1000, Act::Drips(Vec::new, NEVER), 32),
    pattern("half a request line", 1000, Act::Drips(half_a_line, NEVER), 32),
    Pattern {
        has_few_files: true,
        ..pattern("half a request line, 256 files", 1000, Act::Drips(half_a_line, NEVER), 32)
    },
];

fn close() -> Vec<u8> {
    request(&list(), "connection: close\r\n")
}

fn garbage() -> Vec<u8> {
    (0..=255).cycle().take(4096).collect()
}

fn headers() -> Vec<u8> {
    request(&list(), &"x-many: y\r\n".repeat(10_000))
}

fn deep() -> Vec<u8> {
    request(&nested(100_000), "connection: close\r\n")
}

fn long() -> Vec<u8> {
    request(&vec![b' '; 100_000_000], "connection: close\r\n")
}

fn a_body_begins() -> Vec<u8> {
    request(&vec![b' '; 100_000], "")[..400].to_vec()
}

fn a_long_body() -> Vec<u8> {
    let mut bytes = request(&vec![b' '; 4 * 1024 * 1024], "");
    bytes.pop();
    bytes
}

fn half_a_line() -> Vec<u8> {
    b"POST /mc".to_vec()
}

/// Where it storms.
pub(super) struct Weather {
    address: String,
    /// Requests that were answered.
    pub(super) answered: AtomicU64,
}

impl Weather {
    pub(super) fn new(server: &str) -> Self {
        Self { address: server.trim_start_matches("http://").to_owned(), answered: AtomicU64::new(0) }
    }

    /// Until it is dropped.
    pub(super) fn begin(self: &Arc<Self>, pattern: &Pattern) -> JoinSet<()> {
        let mut storm = JoinSet::new();
        let act = pattern.act;
        let bytes: Arc<[u8]> = match act {
            Act::Sends(bytes, _) | Act::Drips(bytes, _) => bytes().into(),
            Act::HalfCloses => close().into(),
            Act::Pipelines => [request(&list(), "").repeat(99), close()].concat().into(),
            Act::NeverReads => request(&list(), "").repeat(100).into(),
            Act::Nothing => Arc::default(),
        };
        for _ in 0..pattern.connections {
            let (weather, bytes) = (Arc::clone(self), Arc::clone(&bytes));
            storm.spawn(async move {
                loop {
                    // Where there is no place, it comes again.
                    match TcpStream::connect(&weather.address).await {
                        Ok(connection) => weather.act(connection, act, &bytes).await,
                        Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
                    }
                }
            });
        }
        storm
    }

    async fn act(&self, mut connection: TcpStream, act: Act, bytes: &[u8]) {
        match act {
            Act::Nothing => {}
            Act::Sends(_, status) => self.exchange(connection, bytes, &[status]).await,
            Act::Pipelines => self.exchange(connection, bytes, &["200"; 100]).await,
            Act::HalfCloses => {
                let _ = connection.write_all(bytes).await;
                let _ = connection.shutdown().await;
                let mut text = String::new();
                let _ = connection.read_to_string(&mut text).await;
                assert!(matches!(statuses(&text)[..], [] | ["200"]), "{text}");
                self.answered.fetch_add(1, Relaxed);
            }
            Act::NeverReads => while connection.write_all(bytes).await.is_ok() {},
            Act::Drips(_, pause) => {
                if connection.write_all(bytes).await.is_err() {
                    return;
                }
                let (mut reading, mut writing) = connection.split();
                let dripping = async {
                    loop {
                        tokio::time::sleep(pause).await;
                        if writing.write_all(b" ").await.is_err() {
                            return;
                        }
                    }
                };
                let mut piece = [0; 1024];
                let closed = async { while let Ok(1..) = reading.read(&mut piece).await {} };
                tokio::select! { () = dripping => {}, () = closed => {} }
            }
        }
    }

    /// Sends and receives at once; a server that closes under what is still sent is none of a fault.
    async fn exchange(&self, connection: TcpStream, bytes: &[u8], expected: &[&str]) {
        let (mut reading, mut writing) = connection.into_split();
        let sending = async {
            let _ = writing.write_all(bytes).await;
            writing
        };
        let receiving = async {
            let mut text = Vec::new();
            let mut piece = vec![0; 16 * 1024];
            while let Ok(read @ 1..) = reading.read(&mut piece).await {
                text.extend_from_slice(&piece[..read]);
            }
            String::from_utf8_lossy(&text).into_owned()
        };
        let (_, text) = tokio::join!(sending, receiving);
        assert_eq!(statuses(&text), expected);
        self.answered.fetch_add(expected.len() as u64, Relaxed);
    }
}
