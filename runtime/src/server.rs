//! rmcp's `ServerHandler`: each method a few lines over the active set.

#[allow(deprecated, reason = "clients of the versions with sessions set a level this way")]
use rmcp::model::SetLevelRequestParams;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CompleteRequestMethod, CompleteRequestParams,
        CompleteResult, ConstString, DiscoverResult, ErrorCode, GetPromptRequestMethod,
        GetPromptRequestParams, GetPromptResponse, Implementation, InitializeRequestParams, InitializeResult,
        ListPromptsRequestMethod, ListPromptsResult, ListResourceTemplatesRequestMethod,
        ListResourceTemplatesResult, ListResourcesRequestMethod, ListResourcesResult, ListToolsRequestMethod,
        ListToolsResult, PaginatedRequestParams, ReadResourceRequestMethod, ReadResourceRequestParams,
        ReadResourceResponse, Reference, ServerConfig, SetLevelRequestMethod, SubscribeRequestMethod,
        SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestMethod, UnsubscribeRequestParams,
    },
    service::{RequestContext, SubscriptionContext},
};

use crate::{
    catalog::{call::Call, complete::Complete, get::Get, read::Read},
    client_log::is_told_per_request,
    deployment::Deployment,
    doors::Found,
    handler::Handler,
    refusal,
    subscriptions::{self, SUBSCRIBED},
};

impl ServerHandler for Handler {
    /// Without the instructions: rmcp asks for this on every request without a session.
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(self.can().clone()).with_server_info(implementation(&self.deployment))
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        let mut result = self.negotiate_initialize(&request)?;
        result.instructions.clone_from(&self.view().instructions);
        self.say_selection(&mut result.meta);
        Ok(result)
    }

    async fn discover(&self, _: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let mut info = self.get_info();
        info.instructions.clone_from(&self.view().instructions);
        let (ttl_ms, scope) = self.deployment.cache().on_the_wire();
        let versions = self.supported_protocol_versions().into_owned();
        let mut result =
            DiscoverResult::from_server_info(versions, info).with_ttl_ms(ttl_ms).with_cache_scope(scope);
        self.say_selection(&mut result.meta);
        Ok(result)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        first_page(request.as_ref(), ListToolsRequestMethod::VALUE, true)?;
        Ok(self.list_of(self.view().tools.clone()))
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        first_page(request.as_ref(), ListPromptsRequestMethod::VALUE, self.can().prompts.is_some())?;
        let list = ListPromptsResult { prompts: self.view().prompts.clone(), ..Default::default() };
        let (ttl_ms, scope) = self.deployment.cache().on_the_wire();
        Ok(list.with_ttl_ms(ttl_ms).with_cache_scope(scope))
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        first_page(request.as_ref(), ListResourcesRequestMethod::VALUE, self.can().resources.is_some())?;
        let list = ListResourcesResult { resources: self.view().resources.clone(), ..Default::default() };
        let (ttl_ms, scope) = self.deployment.cache().on_the_wire();
        Ok(list.with_ttl_ms(ttl_ms).with_cache_scope(scope))
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        first_page(
            request.as_ref(),
            ListResourceTemplatesRequestMethod::VALUE,
            self.can().resources.is_some(),
        )?;
        let resource_templates = self.view().templates.clone();
        let list = ListResourceTemplatesResult { resource_templates, ..Default::default() };
        let (ttl_ms, scope) = self.deployment.cache().on_the_wire();
        Ok(list.with_ttl_ms(ttl_ms).with_cache_scope(scope))
    }

    /// For the arguments that must stand in headers too; of a tool that has none, rmcp need not look for them.
    fn get_tool(&self, name: &str) -> Option<Tool> {
        match self.doors().tool(self.resolved.active, name)? {
            Found::Tool(entry) => self.deployment.views().headed(entry).cloned(),
            Found::Toolsets => None,
        }
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let entry = match self.doors().tool(self.resolved.active, &request.name) {
            Some(Found::Tool(entry)) => entry,
            Some(Found::Toolsets) => return self.list_server_toolsets().map(Into::into),
            None => return Err(refusal::unknown_tool(&request.name)),
        };
        self.call(entry, Call { request, context: Some(context) }).await
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        mut context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        offered(GetPromptRequestMethod::VALUE, self.can().prompts.is_some())?;
        let Some(entry) = self.doors().prompt(self.resolved.active, &request.name) else {
            return Err(refusal::unknown_prompt(&request.name));
        };
        let run = self.run(entry, Some(&mut context));
        let used = self.use_or_refuse(entry, entry.address(), &context).await?;
        let got =
            async { self.deployment.target(&used).get(entry.address(), Get { request, context }).await };
        run.finish(&used, got).await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        mut context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        offered(ReadResourceRequestMethod::VALUE, self.can().resources.is_some())?;
        let uri = request.uri.clone();
        let Some((entry, values)) = self.doors().resource(self.resolved.active, &uri) else {
            return Err(refusal::unknown_resource(&uri));
        };
        let run = self.run(entry, Some(&mut context));
        let used = self.use_or_refuse(entry, entry.address(), &context).await?;
        let read = async {
            let read = Read::new(request, values, context);
            self.deployment.target(&used).read(entry.address(), read).await
        };
        let mime_type = entry.readable().and_then(|readable| readable.mime_type);
        // Nothing behind a template's URI is the same as no template.
        run.finish(&used, read).await?.of(&uri, mime_type).ok_or_else(|| refusal::unknown_resource(&uri))
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        mut context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        offered(CompleteRequestMethod::VALUE, self.can().completions.is_some())?;
        let active = self.resolved.active;
        let entry = match &request.r#ref {
            Reference::Prompt(prompt) => {
                self.doors().prompt(active, &prompt.name).ok_or_else(|| refusal::unknown_prompt(&prompt.name))
            }
            Reference::Resource(resource) => self
                .doors()
                .template(active, &resource.uri)
                .ok_or_else(|| refusal::unknown_template(&resource.uri)),
            _ => Err(refusal::unknown_reference()),
        }?;
        let Some(address) = entry.completion(&request.argument.name) else {
            return Ok(CompleteResult::default());
        };
        let run = self.run(entry, Some(&mut context));
        let used = self.use_or_refuse(entry, address, &context).await?;
        let completed =
            async { self.deployment.target(&used).complete(address, Complete { request, context }).await };
        run.finish(&used, completed).await
    }

    #[allow(deprecated, reason = "clients of the versions with sessions set a level this way")]
    async fn set_level(
        &self,
        request: SetLevelRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let has_a_level = self.can().logging.is_some() && !is_told_per_request(&context);
        offered(SetLevelRequestMethod::VALUE, has_a_level)?;
        self.kept.log_level.set(request.level);
        Ok(())
    }

    #[allow(deprecated, reason = "clients of the versions with sessions subscribe this way")]
    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        offered(SubscribeRequestMethod::VALUE, self.tells_changes())?;
        match self.doors().resource(self.resolved.active, &request.uri) {
            Some((entry, _)) if entry.subscribable() => {
                self.kept.subscriptions.add(request.uri, self.deployment.updates(), context.peer)
            }
            Some(_) => Err(refusal::unchanging(&request.uri)),
            None => Err(refusal::unknown_resource(&request.uri)),
        }
    }

    #[allow(deprecated, reason = "clients of the versions with sessions subscribe this way")]
    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        offered(UnsubscribeRequestMethod::VALUE, self.tells_changes())?;
        match self.doors().resource(self.resolved.active, &request.uri) {
            Some(_) => {
                self.kept.subscriptions.remove(&request.uri);
                Ok(())
            }
            None => Err(refusal::unknown_resource(&request.uri)),
        }
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        let is_told = |uri: &&String| {
            let found = self.doors().resource(self.resolved.active, uri);
            found.is_some_and(|(entry, _)| entry.subscribable())
        };
        self.tells_changes().then(|| {
            let mut accepted = SubscriptionFilter::default();
            let uris = requested.resource_subscriptions.as_ref();
            let told = |uris: &Vec<String>| uris.iter().filter(is_told).take(SUBSCRIBED).cloned().collect();
            accepted.resource_subscriptions = uris.map(told);
            accepted
        })
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        subscriptions::listen(self.deployment.updates(), &context).await;
        Ok(())
    }
}

/// Refuses a list of what is not offered, and a page of one: everything is on the first, so no cursor was ever handed out.
fn first_page(
    request: Option<&PaginatedRequestParams>,
    method: &'static str,
    is_offered: bool,
) -> Result<(), ErrorData> {
    offered(method, is_offered)?;
    match request {
        Some(PaginatedRequestParams { cursor: Some(_), .. }) => {
            Err(ErrorData::invalid_params("Invalid cursor", None))
        }
        _ => Ok(()),
    }
}

/// Refuses a method of something that nothing published has, as a server without it does.
fn offered(method: &'static str, offered: bool) -> Result<(), ErrorData> {
    if offered { Ok(()) } else { Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None)) }
}

fn implementation(deployment: &Deployment) -> Implementation {
    let identity = deployment.catalog().identity();
    let mut implementation = Implementation::new(identity.name, identity.version);
    implementation.title = identity.title.map(Into::into);
    implementation.description = identity.description.map(Into::into);
    implementation.website_url = identity.website_url.map(Into::into);
    implementation.icons = identity.icons.map(|icons| icons());
    implementation
}
