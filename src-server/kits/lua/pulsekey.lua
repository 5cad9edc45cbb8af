-- Pulsekey 授权客户端，Lua 5.1 到 5.4 和 LuaJIT。 Pulsekey licence client, Lua 5.1 to 5.4 and LuaJIT.
--
--   local pulsekey = require("pulsekey")
--   local licence = pulsekey.start({ code = "...", machine = "...", file = "pulsekey.dat" })
--   licence:tick()   -- 经常调用，到时才询问。 Call it often: it asks when a question is due.
--   if licence:may_run() then ... end

local M = {}

-- ======== 可以更改的部分。 You may change this part. ========
M.settings = {
  address = "{{address}}", -- 服务器地址。 The server's address.
  app = "{{app}}", -- 应用编号。 The application's number.
  appkey = "{{appkey}}", -- 应用密钥。 The application's key.
  rc4_key = "{{rc4key}}", -- 加密密钥。 The key of RC4.
  version = "{{version}}", -- 本程序的版本。 The version of this program.
  mode = "{{mode}}", -- 0 明文，3 RC4-2。 0: plain, 3: RC4-2.
  grace_hours = "{{grace_hours}}", -- 联系不上时还能用几小时。 Hours without an answer.
  answer_key = "{{answer_key}}", -- 验签公钥，需要 verify 函数。 For signatures, with a verify function.
  answer_key_next = "{{answer_key_next}}", -- 更换期间的新公钥。 The next one, while it is replaced.
}
M.chinese = true -- false：提示用英文。 false: English texts.
-- ======== 以下一般不用改。 You need not change the rest. ========

local FIRST_WAIT = 5 -- 秒，每次失败加倍。 Seconds, doubled by each failure,
local LONGEST_WAIT = 300 -- 最多。 up to this.
local CHECK_AGAIN = 600 -- 正常时的间隔。 The interval after an answer.
local ONE_LOGIN = 3600 -- 计次卡一次登录的时长。 What one login of a count code gives.
local SAVE_EVERY = 60
local GIVE_UP = 60 -- 回调一直不来就放弃。 A callback that never comes.
local FOR_EVER = 4102243200
local LONGEST_REPLY = 262144

local floor, char = math.floor, string.char

-- ---- 位运算 ---- Bits, without operators that only some versions have ----

local AND, XOR = {}, {}
for a = 0, 15 do
  for b = 0, 15 do
    local both, either, x, y, place = 0, 0, a, b, 1
    for _ = 1, 4 do
      local p, q = x % 2, y % 2
      if p == 1 and q == 1 then both = both + place end
      if p ~= q then either = either + place end
      x, y, place = (x - p) / 2, (y - q) / 2, place * 2
    end
    AND[a * 16 + b], XOR[a * 16 + b] = both, either
  end
end

local function bits(op, a, b)
  local out, place = 0, 1
  for _ = 1, 8 do
    local x, y = a % 16, b % 16
    out = out + op[x * 16 + y] * place
    a, b, place = (a - x) / 16, (b - y) / 16, place * 16
  end
  return out
end

local function turn(x, by)
  local cut = 2 ^ (32 - by)
  local low = x % cut
  return low * 2 ^ by + (x - low) / cut
end

-- ---- MD5, RC4, 16 进制 ---- MD5, RC4, hex ----

local function hex(text)
  return (text:gsub(".", function(c) return ("%02x"):format(c:byte()) end))
end

local function unhex(text)
  text = text:gsub("%s+$", "")
  if #text % 2 ~= 0 or text:find("%X") then return nil end
  return (text:gsub("%x%x", function(pair) return char(tonumber(pair, 16)) end))
end

local TURNS = { 7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21 }
local SINES = {}
for i = 0, 63 do SINES[i] = floor(math.abs(math.sin(i + 1)) * 4294967296) end

local function little(number, bytes)
  local out = {}
  for i = 1, bytes do
    out[i] = char(number % 256)
    number = floor(number / 256)
  end
  return table.concat(out)
end

function M.md5(text)
  local padded = text .. "\128" .. ("\0"):rep((55 - #text) % 64) .. little(#text * 8, 8)
  local A, B, C, D = 1732584193, 4023233417, 2562383102, 271733878
  for block = 1, #padded, 64 do
    local word = {}
    for i = 0, 15 do
      local p, q, r, s = padded:byte(block + i * 4, block + i * 4 + 3)
      word[i] = p + q * 256 + r * 65536 + s * 16777216
    end
    local a, b, c, d = A, B, C, D
    for i = 0, 63 do
      local round, mix, at = floor(i / 16), nil, nil
      if round == 0 then mix, at = bits(XOR, d, bits(AND, b, bits(XOR, c, d))), i
      elseif round == 1 then mix, at = bits(XOR, c, bits(AND, d, bits(XOR, b, c))), (5 * i + 1) % 16
      elseif round == 2 then mix, at = bits(XOR, bits(XOR, b, c), d), (3 * i + 5) % 16
      else
        -- b or not d = not (d and not b)
        mix, at = bits(XOR, c, 4294967295 - bits(AND, d, 4294967295 - b)), (7 * i) % 16
      end
      local sum = (a + mix + SINES[i] + word[at]) % 4294967296
      a, d, c, b = d, c, b, (b + turn(sum, TURNS[round * 4 + i % 4 + 1])) % 4294967296
    end
    A, B, C, D = (A + a) % 4294967296, (B + b) % 4294967296, (C + c) % 4294967296, (D + d) % 4294967296
  end
  return hex(little(A, 4) .. little(B, 4) .. little(C, 4) .. little(D, 4))
end

local function rc4(key, text)
  if key == "" then return text end
  local box, out, j = {}, {}, 0
  for i = 0, 255 do box[i] = i end
  for i = 0, 255 do
    j = (j + box[i] + key:byte(i % #key + 1)) % 256
    box[i], box[j] = box[j], box[i]
  end
  local i = 0
  j = 0
  for at = 1, #text do
    i = (i + 1) % 256
    j = (j + box[i]) % 256
    box[i], box[j] = box[j], box[i]
    out[at] = char(bits(XOR, text:byte(at), box[(box[i] + box[j]) % 256]))
  end
  return table.concat(out)
end

local DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
local function unbase64(text)
  local group, size, out = 0, 0, {}
  for digit in text:gmatch("[%w+/]") do
    group = group * 64 + DIGITS:find(digit, 1, true) - 1
    size = size + 6
    if size >= 8 then
      size = size - 8
      out[#out + 1] = char(floor(group / 2 ^ size))
      group = group % 2 ^ size
    end
  end
  return table.concat(out)
end

-- 每次不同的随机值。 A value that differs in each call.
local calls = 0
local function random()
  local drawn = ""
  local source = io and io.open and io.open("/dev/urandom", "rb")
  if source then
    drawn = source:read(16) or ""
    source:close()
  end
  calls = calls + 1
  return M.md5(drawn .. os.time() .. os.clock() .. calls .. math.random() .. tostring({}))
end

-- ---- JSON ---- nil：不是 JSON。 nil: it is none. ----

local ESCAPES = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

local function utf8_of(point)
  if point < 128 then return char(point) end
  if point < 2048 then return char(192 + floor(point / 64), 128 + point % 64) end
  if point < 65536 then
    return char(224 + floor(point / 4096), 128 + floor(point / 64) % 64, 128 + point % 64)
  end
  return char(240 + floor(point / 262144), 128 + floor(point / 4096) % 64, 128 + floor(point / 64) % 64, 128 + point % 64)
end

local function unescape(text)
  local out, at = {}, 1
  while true do
    local mark = text:find("\\", at, true)
    out[#out + 1] = text:sub(at, (mark or 0) - 1)
    if not mark then return table.concat(out) end
    local digits = text:match("^u(%x%x%x%x)", mark + 1)
    if digits then
      local point, low = tonumber(digits, 16), text:match("^\\u([dD][c-fC-F]%x%x)", mark + 6)
      at = mark + 6
      if low and point >= 55296 and point < 56320 then
        point = 65536 + (point - 55296) * 1024 + tonumber(low, 16) - 56320
        at = at + 6
      end
      out[#out + 1] = (point == 0 or (point >= 55296 and point < 57344)) and "?" or utf8_of(point)
    else
      local name = text:sub(mark + 1, mark + 1)
      out[#out + 1] = ESCAPES[name] or name
      at = mark + 2
    end
  end
end

local value_at

local function string_at(text, at)
  local from = at + 1
  repeat
    at = text:find('["\\]', at + 1)
    if not at then error("no end") end
    local escaped = text:byte(at) == 92
    if escaped then at = at + 1 end
  until not escaped
  local inner = text:sub(from, at - 1)
  if inner:find("[\1-\31]") then error("control character") end
  return unescape(inner), at + 1
end

local function members_at(text, at, depth, named)
  local out, close = {}, named and "}" or "]"
  if depth > 16 then error("too deep") end
  at = text:find("%S", at + 1) or error("no end")
  if text:sub(at, at) == close then return out, at + 1 end
  while true do
    local name, value
    if named then
      if text:sub(at, at) ~= '"' then error("no name") end
      name, at = string_at(text, at)
      at = text:match("^%s*:()", at) or error("no colon")
    end
    value, at = value_at(text, at, depth + 1)
    if name then
      if out[name] == nil then out[name] = value end
    else
      out[#out + 1] = value
    end
    local mark
    mark, at = text:match("^%s*([,}%]])%s*()", at)
    if mark == close then return out, at end
    if mark ~= "," then error("no comma") end
  end
end

function value_at(text, at, depth)
  at = text:find("%S", at) or error("no value")
  local first = text:sub(at, at)
  if first == '"' then return string_at(text, at) end
  if first == "{" or first == "[" then return members_at(text, at, depth, first == "{") end
  local word, behind = text:match("^(%l+)()", at)
  if word == "true" then return true, behind end
  if word == "false" then return false, behind end
  if word == "null" then return "", behind end
  local digits
  digits, behind = text:match("^(-?%d[%d.eE+-]*)()", at)
  return tonumber(digits) or error("no value"), behind
end

function M.decode(text)
  local good, value, behind = pcall(value_at, text, 1, 0)
  if good and not text:find("%S", behind) then return value end
  return nil
end

-- 整数，或内容为数字的文本。 A whole number, quoted or not.
local function whole(value)
  if type(value) == "string" and not value:find("^%d+$") then return nil end
  local number = tonumber(value)
  return number and number >= 0 and number < 1e15 and number == floor(number) and number or nil
end

local function digits_of(number) return ("%.0f"):format(number) end

-- ---- 时间 ---- Time ----

local Licence = {}
Licence.__index = Licence

-- 用户把时钟往回调，时间仍向前走。 Time that goes on where the user sets the clock back.
local function time_now(self)
  local own = self.clock()
  if own > self.own then self.now = self.now + own - self.own end
  self.own = own
  if own + self.ahead > self.now then self.now = own + self.ahead end
  return self.now
end

-- 以服务器的时间为准。 The server's time is the right one.
local function set_time(self, server)
  self.own = self.clock()
  self.ahead = server - self.own
  self.now = server
end

-- 各台机器不同时询问：±20 %。 Machines don't ask all at once: ± 20 %.
local function ask_in(self, seconds)
  self.next = self.now + floor(seconds * (800 + tonumber(random():sub(1, 4), 16) % 401) / 1000)
end

-- ---- 保存的答复 ---- The kept answer ----

-- 文件被改或来自别的机器，摘要就不对。 An edited file, or one of another machine, has another digest.
local function kept_digest(self, figures)
  local s = self.settings
  return M.md5(figures .. "\n" .. digits_of(s.app) .. "\n" .. self.code .. "\n" .. self.machine .. "\n" .. s.appkey)
end

local function keep(self)
  if not self.file then return end
  self.seen = self.now
  local figures = digits_of(self.ends) .. " " .. digits_of(self.given) .. " " .. digits_of(self.seen)
  local file = io.open(self.file .. ".new", "wb")
  if not file then return end
  local written = file:write("pulsekey1 ", figures, " ", kept_digest(self, figures), "\n")
  file:close()
  if not written then return end
  if not os.rename(self.file .. ".new", self.file) then
    os.remove(self.file) -- Windows
    os.rename(self.file .. ".new", self.file)
  end
end

local function load_kept(self)
  local file = self.file and io.open(self.file, "rb")
  if not file then return end
  local line = file:read(256) or ""
  file:close()
  local figures, ends, given, seen, digest = line:match("^pulsekey1 ((%d+) (%d+) (%d+)) (%x+)\n$")
  if not figures or digest ~= kept_digest(self, figures) then return end
  self.ends, self.given, self.seen = tonumber(ends), tonumber(given), tonumber(seen)
  if self.seen > self.now then self.now = self.seen end
end

local function drop_kept(self)
  self.ends, self.given, self.answered = 0, 0, false
  if self.file then os.remove(self.file) end
end

-- ---- 询问 ---- A question ----

local function escape(text)
  return (text:gsub("[^%w._~-]", function(c) return ("%%%02X"):format(c:byte()) end))
end

-- 请求正文：签名是参数、时间和密钥的 md5。r 使同一秒内的签名也各不相同。
-- The form: the signature is the md5 of parameters, time and key. By r, two of one second differ.
local function write_form(self, with_code, value)
  local s, t = self.settings, digits_of(self.now)
  local text = "r=" .. value .. "&t=" .. t .. "&"
  if with_code then text = "kami=" .. self.code .. "&markcode=" .. self.machine .. "&" .. text end
  local sign = M.md5(text .. s.appkey)
  if s.mode == 3 then return "data=" .. hex(rc4(s.rc4_key, text .. "sign=" .. sign)) .. "&value=" .. value end
  local form = "r=" .. value .. "&t=" .. t .. "&sign=" .. sign .. "&value=" .. value
  if with_code then form = "kami=" .. escape(self.code) .. "&markcode=" .. escape(self.machine) .. "&" .. form end
  return form
end

-- X-Pulsekey-Signature: t=<time> <id>=<base64> ... over "pulsekey1\n<t>\n<value>\n<api>\n" .. body
local function signature_fits(self, api, value, time, body, header)
  local keys = { self.settings.answer_key, self.settings.answer_key_next }
  if not self.verify or keys[1] == "" then return true end
  local t, rest = (header or ""):match("^t=(%d+) (.+)$")
  if t ~= digits_of(time) then return false end
  local message = "pulsekey1\n" .. t .. "\n" .. value .. "\n" .. api .. "\n" .. body
  for signature in rest:gmatch("%x+=([%w+/]+)=*") do
    for _, key in ipairs(keys) do
      if key ~= "" and self.verify(unhex(key), message, unbase64(signature)) then return true end
    end
  end
  return false
end

-- 只有服务器知道密钥，能算出 check。 Only the server knows the key and can compute check.
local function read_answer(self, api, value, status, body, signature)
  local s = self.settings
  if tonumber(status) ~= 200 or type(body) ~= "string" or #body > LONGEST_REPLY then return nil end
  local text = body
  if s.mode == 3 then
    text = unhex(body)
    text = text and rc4(s.rc4_key, text)
  end
  local json = text and M.decode(text)
  if type(json) ~= "table" then return nil end
  local code, time = whole(json.code), whole(json.time)
  if not code or not time or json.check ~= M.md5(digits_of(time) .. s.appkey .. value) then return nil end
  if not signature_fits(self, api, value, time, body, signature) then return nil end
  local payload = type(json.msg) == "table" and json.msg or type(json.data) == "table" and json.data or {}
  self.last_code = code
  self.message = type(json.msg) == "string" and json.msg or ""
  set_time(self, time)
  return { code = code, time = time, payload = payload }
end

-- done(答复)，没有可信的答复时为 nil。 done(answer), nil where none of the server came.
local function ask(self, api, with_code, done)
  local s, value, called, inside, came = self.settings, random(), false, true, nil
  local function receive(status, body, signature)
    if called then return end
    called = true
    if inside then came = { status, body, signature }
    else done(read_answer(self, api, value, status, body, signature)) end
  end
  time_now(self)
  local url = s.address .. "/api.php?api=" .. api .. "&app=" .. digits_of(s.app)
  local good, reason = pcall(self.transport, url, write_form(self, with_code, value), receive)
  inside = false
  if came then return done(read_answer(self, api, value, came[1], came[2], came[3])) end
  if not good and not called then
    called = true
    self.problem = tostring(reason)
    done(nil)
  end
end

-- 不是授权的结束，稍后再问。 Not the end of a licence: the kit asks again later.
local TRANSIENT = { [105] = true, [108] = true, [170] = true, [171] = true, [429] = true }
local function is_transient(self, answer)
  if not answer then return true end
  -- 429 的文字也会和 201 一起来。 The text of 429 may come with 201.
  if answer.code == 201 then
    return self.message == "请求频率过快" or self.message == "Too many requests, please wait"
  end
  return TRANSIENT[answer.code] or (answer.code >= 500 and answer.code < 600)
end

-- 版本号逐段比较；不是数字的版本只比较是否相同。 Compares part by part; other texts only for equality.
local function is_newer(newest, own)
  if newest == "" or newest == own then return false end
  if newest:find("[^%d.]") or own == "" or own:find("[^%d.]") then return true end
  local a, b = newest:gmatch("%d+"), own:gmatch("%d+")
  while true do
    local x, y = a(), b()
    if not x and not y then return false end
    x, y = tonumber(x or 0), tonumber(y or 0)
    if x ~= y then return x > y end
  end
end

local function failed(self)
  self.failures = self.failures + 1
  self.answered = false
  ask_in(self, math.min(FIRST_WAIT * 2 ^ math.min(self.failures - 1, 10), LONGEST_WAIT))
end

local function stop(self, why)
  drop_kept(self)
  self.stopped = why
  self.failures = 0
  ask_in(self, CHECK_AGAIN)
end

local function take_licence(self, answer)
  -- 应答会重复卡密，别的卡密的应答不算。 The answer repeats the code. One of another code does not count.
  local kami = answer and answer.payload.kami
  local is_ours = type(kami) == "string" and kami ~= "" and self.code:find(kami, 1, true)
  local ends = answer and answer.code == 200 and is_ours and whole(answer.payload.vip)
  if ends then
    self.ends, self.given = ends, answer.time
    self.answered, self.stopped, self.failures = true, nil, 0
    ask_in(self, CHECK_AGAIN)
    local left = ends - answer.time
    -- 计次卡每次登录扣一次，所以到时才再问。 A count code pays for each login: ask at its end.
    if left > 0 and (left <= ONE_LOGIN or self.next > ends) then self.next = ends end
    keep(self)
  elseif is_transient(self, answer) or answer.code == 200 then failed(self)
  else stop(self, "refused") end
end

-- 时钟不准时已按答复校正，再问一次。 Where the clock was wrong, the answer has corrected it: ask once more.
local function ask_with_code(self, api, done)
  ask(self, api, true, function(answer)
    if answer and (answer.code == 105 or answer.code == 108) then return ask(self, api, true, done) end
    done(answer)
  end)
end

local function take_version(self, answer)
  local payload = answer.payload
  local function text(name) return type(payload[name]) == "string" and payload[name] or "" end
  if answer.code == 200 then
    self.newest, self.update_url, self.update_text = text("version"), text("app_update_url"), text("app_update_show")
    self.must_update = text("app_update_must") == "y" and is_newer(self.newest, self.settings.version)
  end
  self.version_known = not is_transient(self, answer) and not self.must_update
end

-- ---- 给程序用的函数 ---- The functions for your program ----

-- 不访问网络，不会失败。 Touches no network and never fails.
-- options: code, machine, file?, transport?, verify?, clock?, settings?
function M.start(options)
  local self = setmetatable({}, Licence)
  self.code, self.machine = tostring(options.code or ""), tostring(options.machine or "")
  self.settings = options.settings or M.settings
  self.file = io and io.open and options.file or nil
  self.transport = options.transport or M.find_transport(self.settings.address)
  self.verify = options.verify
  self.clock = options.clock or os.time
  self.ahead, self.next, self.failures, self.turn = 0, 0, 0, 0
  self.ends, self.given, self.seen, self.answered = 0, 0, 0, false
  self.last_code, self.message = 0, ""
  self.newest, self.update_url, self.update_text, self.must_update = "", "", "", false
  self.own = self.clock()
  self.now = self.own
  pcall(load_kept, self)
  return self
end

-- RC4-2 里的 & 会分开参数，所以不能发送。 In RC4-2, & separates parameters and can't be sent.
local function is_unsendable(self)
  return self.code == "" or self.machine == "" or #self.code > 256 or #self.machine > 1024
    or self.settings.mode == 3 and (self.code .. self.machine):find("&", 1, true) ~= nil
end

function Licence:tick()
  local now = time_now(self)
  if self.stopped == "unbound" then return false end
  if is_unsendable(self) then
    self.stopped, self.last_code = "refused", 0
    self.message = M.chinese and "卡密或机器码为空、过长或含有 & 。" or "The code or the machine code is empty, too long, or has a &."
    return false
  end
  if self.asking and now >= self.asking + GIVE_UP then
    self.asking = nil
    failed(self)
  end
  if not self.asking and now >= self.next then
    self.turn = self.turn + 1
    self.asking = now
    local turn_now = self.turn
    local function ours(act)
      return function(answer)
        if turn_now ~= self.turn or not self.asking then return end
        self.asking = self.now
        act(answer)
      end
    end
    local function licence() ask_with_code(self, "kmlogon", ours(function(answer)
      self.asking = nil
      take_licence(self, answer)
    end)) end
    if self.version_known then licence()
    else
      ask(self, "ini", false, ours(function(answer)
        if answer then take_version(self, answer) end
        if answer and not self.must_update then return licence() end
        self.asking = nil
        if answer then stop(self, "update") else failed(self) end
      end))
    end
  end
  if self.given > 0 and self.now >= self.seen + SAVE_EVERY then pcall(keep, self) end
  return self:may_run()
end

-- 下一次 tick 立即询问。 The next tick asks at once.
function Licence:ask_now() self.next = 0 end

-- waiting, licensed, grace, refused, ended, update, unbound
function Licence:state()
  local now = time_now(self)
  if self.stopped then return self.stopped end
  if self.given == 0 then return "waiting" end
  if now >= self.ends then return "ended" end
  if self.answered then return "licensed" end
  return now < self.given + self.settings.grace_hours * 3600 and "grace" or "ended"
end

function Licence:may_run()
  local state = self:state()
  return state == "licensed" or state == "grace"
end

-- 给用户看的一行文字。 One line for the user.
function Licence:text()
  local function say(chinese, english) return M.chinese and chinese or english end
  local state = self:state()
  local ends = self.ends >= FOR_EVER and say("永久", "for ever") or os.date("!%Y-%m-%d %H:%M UTC", self.ends)
  if state == "licensed" then return say("已授权，到期：", "Licensed until: ") .. ends end
  if state == "grace" then return say("暂时联系不上服务器，授权到期：", "No answer for now. Licensed until: ") .. ends end
  if state == "ended" then
    return say("授权已到期，或太久联系不上服务器", "The licence is over, or the server has not answered for too long")
  end
  if state == "update" then
    return say("必须更新到 ", "Update to ") .. self.newest .. ": " .. self.update_url .. " " .. self.update_text
  end
  if state == "unbound" then return say("已解绑", "Unbound") end
  if state == "refused" then return self.message .. " (" .. digits_of(self.last_code) .. ")" end
  local secure, host = self.settings.address:match("^http(s?)://([^/]+)")
  if not host then return say("服务器地址不正确", "The server's address is wrong") end
  if not host:find(":%d+$") then host = host .. (secure == "s" and ":443" or ":80") end
  return say("等待服务器 " .. host .. " 的答复，防火墙请放行", "No answer of " .. host .. " yet. Allow it in the firewall")
    .. (self.problem and " (" .. self.problem .. ")" or "")
end

-- 有新版本时为 true，第二个值为 true 时必须更新。 true: there is an update; the second: it must be made.
function Licence:update()
  return self.must_update or is_newer(self.newest, self.settings.version), self.must_update
end

-- 解绑：done(答复码, 文字)，200 成功，0 联系不上。 Unbinds: done(code, text), 200 success, 0 no answer.
function Licence:unbind(done)
  done = done or function() end
  if is_unsendable(self) then return done(0, "") end
  ask_with_code(self, "kmunmachine", function(answer)
    if answer and answer.code == 200 then
      self.turn, self.asking = self.turn + 1, nil
      stop(self, "unbound")
    end
    done(answer and answer.code or 0, answer and self.message or "")
  end)
end

-- 公告：done(文字)，没有答复为 nil。 The announcement: done(text), nil without an answer.
function Licence:notice(done)
  ask(self, "notice", false, function(answer)
    local text = answer and answer.code == 200 and answer.payload.app_gg
    done(type(text) == "string" and text or nil)
  end)
end

-- ---- 传输：function(网址, 正文, done) ---- Transports: function(url, form, done) ----
-- done(HTTP 状态, 正文, X-Pulsekey-Signature 或 nil)。 done(status, body, that header or nil).

local TIMEOUT = 10

-- curl 程序。网址和正文写入文件，命令行里没有外来的文字。 The curl program. It reads url and form from a file.
function M.curl(url, form, done)
  local windows = package.config:sub(1, 1) == "\\"
  local name = os.tmpname()
  if windows then name = (os.getenv("TEMP") or ".") .. "\\" .. name:gsub("[^%w]", "") .. ".pulsekey" end
  local function quote(text) return '"' .. text:gsub('[\\"]', "\\%0"):gsub("%c", "") .. '"' end
  local file = assert(io.open(name, "wb"))
  file:write("silent\ninclude\nmax-time = ", TIMEOUT, "\nurl = ", quote(url), "\ndata = ", quote(form), "\n")
  file:close()
  local place = windows and '"' .. name .. '"' or "'" .. name:gsub("'", "'\\''") .. "'"
  local program = io.popen("curl -q -K " .. place, "r")
  local text = program and program:read(LONGEST_REPLY + 16384) or ""
  if program then program:close() end
  os.remove(name)
  local head
  repeat head, text = text:match("^(HTTP/.-)\r?\n\r?\n(.*)$") until not head or text:sub(1, 5) ~= "HTTP/"
  if not head then return done(0) end
  local from, to = head:lower():find("\nx%-pulsekey%-signature:%s*[^\r\n]+")
  done(head:match("^%S+ (%d+)"), text, from and head:sub(from, to):match(":%s*(.+)$"))
end

-- LuaSocket，https 还需要 LuaSec。 LuaSocket; https needs LuaSec too.
function M.luasocket(url, form, done)
  local http = require(url:sub(1, 6) == "https:" and "ssl.https" or "socket.http")
  local parts = {}
  http.TIMEOUT = TIMEOUT
  local _, status, headers = http.request({
    url = url,
    method = "POST",
    headers = { ["content-type"] = "application/x-www-form-urlencoded", ["content-length"] = tostring(#form) },
    source = require("ltn12").source.string(form),
    sink = require("ltn12").sink.table(parts),
    redirect = false,
  })
  done(status, table.concat(parts), type(headers) == "table" and headers["x-pulsekey-signature"] or nil)
end

-- GameGuardian。 The program GameGuardian.
function M.gameguardian(url, form, done)
  local got = gg.makeRequest(url, { ["Content-Type"] = "application/x-www-form-urlencoded" }, form)
  if type(got) ~= "table" then return done(0) end
  done(got.code or 200, got.content)
end

function M.find_transport(address)
  if type(gg) == "table" and gg.makeRequest then return M.gameguardian end
  if pcall(require, address:sub(1, 6) == "https:" and "ssl.https" or "socket.http") then return M.luasocket end
  if io and io.popen then return M.curl end
  return function() error("no transport: give one to start", 0) end
end

return M
