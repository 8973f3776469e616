//! A deployment as one client sees it: what its methods have in common.

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use rmcp::{
    ErrorData, RoleServer,
    model::{
        CallToolResponse, CallToolResult, ContentBlock, ListToolsResult, MetaObject, ServerCapabilities, Tool,
    },
    service::RequestContext,
};
use serde_json::{Value, json};
use tracing::Instrument;

use crate::{
    bounded::bounded,
    calls::InFlight,
    catalog::{
        Address, Entry,
        call::{Answer, Call},
    },
    client_log::{LogLevel, Told},
    decisions::Resolved,
    deployment::Deployment,
    doors::Doors,
    extractor::Given,
    refusal,
    subscriptions::Subscriptions,
    toolsets_answer::ToolsetsAnswer,
    toolsets_tool::HowToSelect,
    views::View,
    wake::{NotUsable, Progress, Used},
};

/// The key of `_meta` under which a client is told what was understood of what it selects.
const SELECTION_META: &str = "pegboard/selection";

/// A deployment and what one client has of it: with sessions for as long as the session, else for a request.
#[derive(Clone, Debug)]
pub(crate) struct Handler {
    pub(super) deployment: Deployment,
    pub(super) resolved: Arc<Resolved>,
    how_to_select: HowToSelect,
    pub(super) kept: Arc<Kept>,
}

/// What is kept of one client.
#[derive(Debug, Default)]
pub(super) struct Kept {
    pub(super) subscriptions: Subscriptions,
    pub(super) log_level: LogLevel,
    /// Whether what the selection wakes was woken.
    has_woken: AtomicBool,
}

impl Handler {
    pub(crate) fn new(deployment: Deployment, resolved: Arc<Resolved>, how_to_select: HowToSelect) -> Self {
        Self { deployment, resolved, how_to_select, kept: Arc::default() }
    }

    pub(super) fn view(&self) -> Arc<View> {
        self.selected();
        self.deployment.view(self.resolved.active)
    }

    pub(super) fn doors(&self) -> &Doors {
        self.selected();
        self.deployment.doors()
    }

    /// Whether the extension behind a component starts and stops, so that a use may have to wait for it.
    #[cfg(feature = "http")]
    pub(super) fn may_wake(&self, entry: Entry) -> bool {
        self.deployment.lives().has(entry.address().extension)
    }

    /// Whether arguments of a tool must stand in headers too.
    #[cfg(feature = "http")]
    pub(super) fn has_headers(&self, entry: Entry) -> bool {
        self.deployment.views().headed(entry).is_some()
    }

    /// What a selection wakes is woken in the background, once a session or a request without one.
    fn selected(&self) {
        if !self.kept.has_woken.swap(true, Ordering::Relaxed) {
            self.deployment.lives().selected(self.resolved.active.key());
        }
    }

    /// Uses the extension behind a component, starting it where it is asleep.
    async fn use_it(
        &self,
        entry: Entry,
        at: Address,
        context: Option<&RequestContext<RoleServer>>,
    ) -> Result<Used, NotUsable> {
        let progress = || context.map(Progress::of).unwrap_or_default();
        self.deployment.lives().use_it(at.extension, entry, progress).await
    }

    /// The same where a failure is an error of the protocol.
    pub(super) async fn use_or_refuse(
        &self,
        entry: Entry,
        at: Address,
        context: &RequestContext<RoleServer>,
    ) -> Result<Used, ErrorData> {
        let used = self.use_it(entry, at, Some(context)).await;
        used.map_err(|fault| ErrorData::internal_error(fault.message(), None))
    }

    /// Calls an active tool; without the rest of the request only one that takes nothing of it.
    pub(crate) async fn call(&self, entry: Entry, mut call: Call) -> Answer {
        let run = self.run(entry, call.context.as_mut());
        let used = match self.use_it(entry, entry.address(), call.context.as_ref()).await {
            Ok(used) => used,
            // For the model, which can do without or try later.
            Err(fault) => return Ok(CallToolResult::error(vec![ContentBlock::text(fault.message())]).into()),
        };
        let called = async { self.deployment.target(&used).call(entry.address(), call).await };
        match run.finish(&used, called).await? {
            CallToolResponse::Task(_) => Err(refusal::no_tasks(entry.declared.name)),
            response => Ok(response),
        }
    }

    /// Says what was understood of what was selected, and what that gets: a lost query shows at once.
    pub(super) fn say_selection(&self, meta: &mut Option<MetaObject>) {
        let active: Vec<&str> = self.resolved.active.names().collect();
        let said = json!({ "selection": self.resolved.echo(), "active": active });
        meta.get_or_insert_default().insert(SELECTION_META.to_owned(), said);
    }

    /// A list of these tools.
    pub(super) fn list_of(&self, tools: Vec<Tool>) -> ListToolsResult {
        let mut list = ListToolsResult { tools, ..Default::default() };
        self.say_selection(&mut list.meta);
        let (ttl_ms, scope) = self.deployment.cache().on_the_wire();
        list.with_ttl_ms(ttl_ms).with_cache_scope(scope)
    }

    pub(super) fn can(&self) -> &ServerCapabilities {
        self.deployment.capabilities()
    }

    pub(super) fn tells_changes(&self) -> bool {
        self.can().resources.as_ref().is_some_and(|resources| resources.subscribe == Some(true))
    }

    /// Gives the request what a component's function may take, and counts it among what is in flight.
    pub(super) fn run(&self, entry: Entry, context: Option<&mut RequestContext<RoleServer>>) -> Run {
        let declared = entry.declared;
        let (kind, component, active) = (declared.kind().noun(), declared.name, self.resolved.active);
        if let Some(context) = context {
            let level = self.can().logging.is_some().then_some(&self.kept.log_level);
            let told = Told::of(component, level, context);
            context.extensions.insert(active);
            context.extensions.insert(Given { updates: self.deployment.updates().clone(), told });
        }
        Run {
            what: entry,
            limit: self.deployment.call_timeout(),
            span: tracing::info_span!("run", kind, component, ?active),
            _in_flight: self.deployment.calls().start(),
        }
    }

    /// The `/toolsets` answer and how to select, as text and as structured content.
    pub(super) fn list_server_toolsets(&self) -> Result<CallToolResult, ErrorData> {
        let answer = ToolsetsAnswer::new(self.deployment.decisions(), &self.resolved).for_a_model();
        let mut answer = serde_json::to_value(answer)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        if let Value::Object(fields) = &mut answer {
            fields.insert("how_to_select".into(), self.how_to_select.text().into());
        }
        let mut result = CallToolResult::success(vec![ContentBlock::text(answer.to_string())]);
        result.structured_content = Some(answer);
        Ok(result)
    }
}

/// A component's function at work.
pub(super) struct Run {
    what: Entry,
    limit: Duration,
    span: tracing::Span,
    _in_flight: InFlight,
}

impl Run {
    pub(super) async fn finish<A>(
        self,
        used: &Used,
        running: impl Future<Output = Result<A, ErrorData>>,
    ) -> Result<A, ErrorData> {
        // Boxed, since what is around it would hold it more than once, and rmcp moves that about.
        let running = used.run(Box::pin(running));
        bounded(self.what, self.limit, running).instrument(self.span).await
    }
}
