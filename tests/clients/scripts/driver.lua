-- Lets a test drive the Lua kits: commands by lines, fields by tabs. Each command is answered by one line.
-- Arguments: the kit's folder, and for the Android kits the stand-in of their objects.
package.path = arg[1] .. "/?.lua"
local pulsekey = require("pulsekey")
local at = 0
local android = arg[2] and dofile(arg[2])
if android then
  os.time = function() return at end
  android.load(arg[1] .. "/main.lua", pulsekey)
end

local function hex(text)
  return (text:gsub(".", function(c) return ("%02x"):format(c:byte()) end))
end

-- Asks the test, which knows Ed25519.
local function verify(key, message, signature)
  print("verify " .. hex(key) .. " " .. hex(message) .. " " .. hex(signature))
  io.stdout:flush()
  return io.read("*l") == "1"
end

-- The test sends the call: that is faster than a curl program for each.
local function by_test(url, form, done)
  print("call " .. hex(url) .. " " .. hex(form))
  io.stdout:flush()
  local status, body, signature = io.read("*l"):match("^(%d+) (%x*) ?(.*)$")
  done(status, (body:gsub("%x%x", function(pair) return string.char(tonumber(pair, 16)) end)), signature)
end

-- Small stand-ins for what a host may have: LuaSocket with ltn12, and GameGuardian's gg.
local function stand_in(name)
  gg, package.loaded["socket.http"], package.loaded["ltn12"] = nil, nil, nil
  if name == "gg" then
    gg = {
      makeRequest = function(url, headers, form)
        assert(headers["Content-Type"] == "application/x-www-form-urlencoded")
        local got
        by_test(url, form, function(status, body) got = { code = tonumber(status), content = body } end)
        return got.code ~= 0 and got or "no connection"
      end,
    }
  elseif name == "socket" then
    package.loaded["ltn12"] = {
      source = { string = function(text) return function() return text end end },
      sink = { table = function(parts) return function(text) parts[1] = text end end },
    }
    package.loaded["socket.http"] = {
      request = function(call)
        assert(call.method == "POST" and call.headers["content-length"] == tostring(#call.source()))
        local status, headers
        by_test(call.url, call.source(), function(came, body, signature)
          status, headers = tonumber(came), { ["x-pulsekey-signature"] = signature }
          call.sink(body)
        end)
        if status == 0 then return nil, "connection refused" end
        return 1, status, headers
      end,
    }
  end
end
local TRANSPORTS = { curl = "curl", gg = "gameguardian", socket = "luasocket" }

local settings, licence
for line in io.lines() do
  local f = {}
  for field in (line .. "\t"):gmatch("(.-)\t") do f[#f + 1] = field end
  local code, notice = 0, ""
  if f[1] == "settings" then
    settings = {
      address = f[2], app = tonumber(f[3]), appkey = f[4], rc4_key = f[5], version = f[6],
      mode = tonumber(f[7]), grace_hours = tonumber(f[8]), answer_key = f[9], answer_key_next = f[10],
    }
    pulsekey.settings = settings
  elseif f[1] == "start" then
    if android then licence = android.start(f[2], f[3], f[4])
    else
      stand_in(f[5])
      local found = pulsekey.find_transport(settings.address)
      local named = TRANSPORTS[f[5]]
      if named then assert(found == pulsekey[named], "the host has " .. named) end
      licence = pulsekey.start({
        code = f[2], machine = f[3], file = f[4], clock = function() return at end,
        transport = named and found or by_test, verify = f[5] == "verify" and verify or nil,
      })
    end
  elseif f[1] == "at" then at = tonumber(f[2])
  elseif f[1] == "tick" then
    if f[2] then at = tonumber(f[2]) end
    if android then android.tick() else licence:tick() end
  elseif f[1] == "now" then
    licence:ask_now()
    if android then android.tick() else licence:tick() end
  elseif f[1] == "unbind" then
    licence:unbind(function(answered) code = answered end)
    if android then android.settle() end
  elseif f[1] == "notice" then
    licence:notice(function(text) notice, code = text or "", text and 200 or 0 end)
    if android then android.settle() end
  end
  if licence then
    local has_update, must = licence:update()
    print(("state %s %d %.0f %.0f %.0f %d %.0f %s %s %s"):format(
      licence:state(), licence:may_run() and 1 or 0, licence.ends, licence.last_code, licence.next - licence.now,
      must and 2 or has_update and 1 or 0, code, hex(licence:text()), hex(licence.message), hex(notice)))
  else
    print("state waiting 0 0 0 0 0 0   ")
  end
  io.stdout:flush()
end
