-- Sends the requests that a file holds in turn, each with an id of its own. With `check`, holds every answer against its request.
--
-- The file: a line `check` or `measure`, a line of session ids (maybe empty), then for each request four lines:
-- head (with \r\n as "\\r\\n"), body before the id, body after it, and what the answer must hold.

local requests, sessions, checks = {}, {}, false

local function read(path)
  local file = assert(io.open(path, "r"))
  checks = file:read("*l") == "check"
  for id in (file:read("*l")):gmatch("%S+") do sessions[#sessions + 1] = id end
  while true do
    local head = file:read("*l")
    if not head then break end
    local one = { head = head:gsub("\\r\\n", "\r\n"), before = file:read("*l"), after = file:read("*l"), mark = file:read("*l") }
    requests[#requests + 1] = one
  end
  file:close()
end

local sent, kinds = 0, 0
local raw = {}
-- Of the thread that answers; `done` runs elsewhere and asks for it by name.
bad, seen = 0, 0

function setup(thread) measured = thread end

function init(args)
  read(args[1])
  kinds = #requests
  for i, one in ipairs(requests) do
    local length = #one.before + 10 + #one.after
    raw[i] = {}
    for s = 1, math.max(1, #sessions) do
      local head = one.head
      if #sessions > 0 then head = head .. "mcp-session-id: " .. sessions[s] .. "\r\n" end
      -- What has no body has no id either.
      one.id = one.after ~= ""
      raw[i][s] = one.id and (head .. "content-length: " .. length .. "\r\n\r\n" .. one.before) or (head .. "\r\n")
    end
  end
  if checks then
    response = function(status, headers, body)
      seen = seen + 1
      local id = requests[1].id and body:match('"id":%s*(%d+)') or 0
      local one = id and requests[tonumber(id) % kinds + 1]
      if status ~= 200 or not one or not body:find(one.mark, 1, true) then
        bad = bad + 1
        if bad == 1 then io.stderr:write("a wrong answer: " .. status .. " " .. body:sub(1, 300) .. "\n") end
      end
    end
  end
end

function request()
  local id = 1000000000 + sent
  local i = id % kinds + 1
  local s = #sessions > 0 and (sent % #sessions + 1) or 1
  sent = sent + 1
  if not requests[i].id then return raw[i][s] end
  return raw[i][s] .. string.format("%.0f", id) .. requests[i].after
end

function done(summary, latency, all)
  local e = summary.errors
  io.write(string.format(
    "RESULT {\"requests\":%d,\"bytes\":%.0f,\"seconds\":%.6f,\"p50\":%.1f,\"p99\":%.1f,\"status\":%d,\"socket\":%d,\"checked\":%d,\"bad\":%d}\n",
    summary.requests, summary.bytes, summary.duration / 1e6, latency:percentile(50), latency:percentile(99), e.status,
    e.connect + e.read + e.write + e.timeout, measured:get("seen") or 0, measured:get("bad") or 0))
end
