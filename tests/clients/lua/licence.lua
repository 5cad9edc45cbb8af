-- kmlogon as scripts for phones call it. Lua has no sockets, so curl sends the bytes.
local port, app, appkey, rc4key, mode, kami, machine, t = table.unpack(arg)
mode = tonumber(mode)

local function md5(text)
  local turns = { { 7, 12, 17, 22 }, { 5, 9, 14, 20 }, { 4, 11, 16, 23 }, { 6, 10, 15, 21 } }
  local a0, b0, c0, d0 = 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476
  local padded = text .. "\128" .. ("\0"):rep((55 - #text) % 64) .. ("<I8"):pack(#text * 8)
  for at = 1, #padded, 64 do
    local words = { ("<" .. ("I4"):rep(16)):unpack(padded, at) }
    local a, b, c, d = a0, b0, c0, d0
    for i = 0, 63 do
      local mix, word
      if i < 16 then mix, word = (b & c) | (~b & d), i
      elseif i < 32 then mix, word = (d & b) | (~d & c), (5 * i + 1) % 16
      elseif i < 48 then mix, word = b ~ c ~ d, (3 * i + 5) % 16
      else mix, word = c ~ (b | ~d & 0xffffffff), (7 * i) % 16 end
      local sum = (a + mix + math.floor(math.abs(math.sin(i + 1)) * 4294967296) + words[word + 1]) & 0xffffffff
      local by = turns[i // 16 + 1][i % 4 + 1]
      a, d, c, b = d, c, b, (b + (sum << by | sum >> (32 - by))) & 0xffffffff
    end
    a0, b0, c0, d0 = (a0 + a) & 0xffffffff, (b0 + b) & 0xffffffff, (c0 + c) & 0xffffffff, (d0 + d) & 0xffffffff
  end
  return (("<I4I4I4I4"):pack(a0, b0, c0, d0):gsub(".", function(byte) return ("%02x"):format(byte:byte()) end))
end

local function rc4(key, text)
  local box, j = {}, 0
  for i = 0, 255 do box[i] = i end
  for i = 0, 255 do
    j = (j + box[i] + key:byte(i % #key + 1)) % 256
    box[i], box[j] = box[j], box[i]
  end
  local i = 0
  j = 0
  return (text:gsub(".", function(char)
    i = (i + 1) % 256
    j = (j + box[i]) % 256
    box[i], box[j] = box[j], box[i]
    return string.char(char:byte() ~ box[(box[i] + box[j]) % 256])
  end))
end

local function hex(text) return (text:gsub(".", function(char) return ("%02x"):format(char:byte()) end)) end
local function unhex(text) return (text:gsub("%x%x", function(pair) return string.char(tonumber(pair, 16)) end)) end

local digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
local function base64(text)
  local out = text:gsub("..?.?", function(group)
    local a, b, c = group:byte(1, 3)
    local bits = a << 16 | (b or 0) << 8 | (c or 0)
    local said = ""
    for k = 0, 3 do
      local digit = (bits >> (18 - 6 * k) & 63) + 1
      said = said .. (k <= #group and digits:sub(digit, digit) or "=")
    end
    return said
  end)
  return out
end
local function unbase64(text)
  local bits, size, out = 0, 0, {}
  for char in text:gmatch("[%w+/]") do
    bits = (bits << 6 | digits:find(char, 1, true) - 1) & 0xffffff
    size = size + 6
    if size >= 8 then
      size = size - 8
      out[#out + 1] = string.char(bits >> size & 255)
    end
  end
  return table.concat(out)
end

local function escape(text) return (text:gsub("[^%w]", function(char) return ("%%%02X"):format(char:byte()) end)) end

local pairs_text = "&kami=" .. kami .. "&markcode=" .. machine .. "&t=" .. t
local signed = pairs_text .. "&sign=" .. md5(pairs_text:sub(2) .. "&" .. appkey)
local body
if mode == 0 then body = signed
elseif mode == 2 then body = "&data=" .. escape(base64(signed))
else body = "&data=" .. hex(rc4(rc4key, signed)) end

local pipe = assert(io.popen(("curl -s -d '%s&value=lua' 'http://127.0.0.1:%s/api.php?api=kmlogon&app=%s'"):format(body, port, app)))
local answer = pipe:read("a")
pipe:close()
if mode == 2 then answer = unbase64(answer) elseif mode ~= 0 then answer = rc4(rc4key, unhex(answer)) end

local code, time = answer:match('"code":(%d+)'), answer:match('"time":(%d+)')
local check = md5(time .. appkey .. "lua") == answer:match('"check":"(%x+)"') and "ok" or "forged"
print("200 " .. code .. " " .. (answer:match('"vip":"(%d+)"') or "-") .. " " .. check)
