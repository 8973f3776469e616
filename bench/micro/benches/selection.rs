//! From a query to an active set: what each request without a session pays.

use std::str::FromStr;

use axum::http::{Request, request::Parts};
use divan::{Bencher, black_box};
use pegboard::{Deployment, Selection, prelude::*};

/// Extensions of a toolset each, and the server that composes them.
macro_rules! server {
    ($($extension:ident $name:literal $tool:ident,)*) => {
        $(
            struct $extension;

            /// What a benchmark selects.
            #[toolset(name = $name)]
            impl $extension {
                /// Says hello.
                #[tool(read_only)]
                fn $tool() -> String {
                    "hello".into()
                }
            }
        )*

        #[derive(Server)]
        #[server(name = "micro")]
        #[allow(non_snake_case, reason = "a field is named as its type")]
        struct Micro { $($extension: $extension,)* }

        fn deployment() -> Deployment {
            Deployment::builder(Micro { $($extension,)* }).build().expect("nothing was decided")
        }
    };
}

server! {
    Search "search" say_search, Pathway "pathway" say_pathway, Export "export" say_export, Orders "orders" say_orders,
    Invoices "invoices" say_invoices, Routes "routes" say_routes, Claims "claims" say_claims, Samples "samples" say_samples,
    Budgets "budgets" say_budgets, Surveys "surveys" say_surveys, Repairs "repairs" say_repairs, Audits "audits" say_audits,
}

const TYPICAL: &str = "search,pathway&without=export";
const COUNTS: [usize; 3] = [10, 100, 256];

/// So many names, of which a server can have the first.
fn query(names: usize) -> String {
    let mut query = "toolsets=search".to_owned();
    for index in 1..names {
        query.push_str(",name");
        query.push_str(&index.to_string());
    }
    query
}

fn request(query: &str) -> Parts {
    let uri = format!("http://127.0.0.1/mcp?{query}");
    Request::post(uri).body(()).expect("a request").into_parts().0
}

fn selection(query: &str) -> Selection {
    Selection::from_str(query).expect("every text is a selection")
}

/// All of it, as the endpoint does it.
#[divan::bench]
fn typical_request(bencher: Bencher<'_, '_>) {
    let (deployment, request) = (deployment(), request(TYPICAL));
    bencher.bench_local(|| deployment.active_for_request(black_box(&request)));
}

#[divan::bench]
fn bare_request(bencher: Bencher<'_, '_>) {
    let deployment = deployment();
    let (request, ()) = Request::post("http://127.0.0.1/mcp").body(()).expect("a request").into_parts();
    bencher.bench_local(|| deployment.active_for_request(black_box(&request)));
}

#[divan::bench]
fn typical_parse() -> Selection {
    selection(black_box(TYPICAL))
}

#[divan::bench]
fn typical_resolve(bencher: Bencher<'_, '_>) {
    let (deployment, selection) = (deployment(), selection(TYPICAL));
    bencher.bench_local(|| deployment.active_for(black_box(&selection)));
}

#[divan::bench]
fn typical_canonical(bencher: Bencher<'_, '_>) {
    let selection = selection(TYPICAL);
    bencher.bench_local(|| black_box(&selection).to_string());
}

#[divan::bench(args = COUNTS)]
fn names_request(bencher: Bencher<'_, '_>, names: usize) {
    let (deployment, request) = (deployment(), request(&query(names)));
    bencher.bench_local(|| deployment.active_for_request(black_box(&request)));
}

#[divan::bench(args = COUNTS)]
fn names_parse(bencher: Bencher<'_, '_>, names: usize) {
    let query = query(names);
    bencher.bench_local(|| selection(black_box(&query)));
}

#[divan::bench(args = COUNTS)]
fn names_resolve(bencher: Bencher<'_, '_>, names: usize) {
    let (deployment, selection) = (deployment(), selection(&query(names)));
    bencher.bench_local(|| deployment.active_for(black_box(&selection)));
}

#[divan::bench(args = COUNTS)]
fn names_canonical(bencher: Bencher<'_, '_>, names: usize) {
    let selection = selection(&query(names));
    bencher.bench_local(|| black_box(&selection).to_string());
}

fn main() {
    divan::main();
}
