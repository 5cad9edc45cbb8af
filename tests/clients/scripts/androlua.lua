-- A small stand-in for AndLua+: import, Http, task, Ticker, Secure, activity, and Java's URL. Calls come back later.
local M = { waiting = {} }
local core, machine, folder, ticker

local function later(act, ...)
  local given = { ... }
  table.insert(M.waiting, function() act((table.unpack or unpack)(given)) end)
end

function M.settle()
  while M.waiting[1] do table.remove(M.waiting, 1)() end
end

local function post(url, form)
  local status, text
  core.curl(url, form, function(...) status, text = ... end)
  return tonumber(status) or -1, text
end

package.preload["import"] = function() return true end
function import() end
-- As AndroLua's Http: a text gets a line feed at its end, a failure gives -1 and a message.
Http = {
  post = function(url, form, callback)
    local status, text = post(url, form)
    later(callback, status, status == -1 and "failed" or text .. "\n", "", {})
  end,
}
Ticker = function()
  ticker = { start = function() end, stop = function() end }
  return ticker
end
Secure = { getString = function() return machine end }
activity = { getContentResolver = function() end, getLuaDir = function() return folder end }

-- Another thread has globals of its own, and a function loses the variables around it.
function task(act, url, form, callback)
  local sent
  local connection = {
    setConnectTimeout = function() end,
    setReadTimeout = function() end,
    setDoOutput = function() end,
    getOutputStream = function() return { write = function(bytes) sent = bytes end, close = function() end } end,
  }
  local text
  connection.getResponseCode = function()
    local status
    status, text = post(url, sent)
    if status == -1 then error("ConnectException") end
    return status
  end
  connection.getInputStream = function() return text end
  local thread = {
    require = function() end,
    import = function() end,
    pcall = pcall,
    URL = function() return { openConnection = function() return connection end } end,
    String = function(of) return { getBytes = function() return of end } end,
    Scanner = function(stream)
      local scanner = { hasNext = function() return stream ~= "" end, next = function() return stream end }
      scanner.useDelimiter = function() return scanner end
      return scanner
    end,
  }
  later(callback, load(string.dump(act), "task", "b", thread)(url, form))
end

function M.load(file, pulsekey)
  core = pulsekey
  local start = pulsekey.start
  pulsekey.start = function(options)
    M.licence = start(options)
    return M.licence
  end
  dofile(file)
end

-- The file of the Android kits is in the script's folder.
function M.start(code, of_machine, file)
  machine, folder = of_machine, file:gsub("/[^/]*$", "")
  login(code, function(_, text) M.shown = text end)
  M.settle()
  return M.licence
end

function M.tick()
  ticker.onTick()
  M.settle()
end

return M
