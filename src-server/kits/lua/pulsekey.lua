-- The vendor may change the values below. 以下设置可以修改。
local M = {
  address = "{{address}}", -- your server
  appid = "{{app}}",
  appkey = "{{appkey}}",
  rc4key = "{{rc4key}}",
  version = "{{version}}",
  rc4 = "{{mode}}" == 3,
}

local K, S = {}, { 7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21 }
for i = 0, 63 do K[i] = math.floor(math.abs(math.sin(i + 1)) * 4294967296) end

function M.md5(text)
  local padded = text .. "\128" .. ("\0"):rep((55 - #text) % 64) .. string.pack("<I8", #text * 8)
  local A, B, C, D = 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476
  for chunk = 1, #padded, 64 do
    local w = { string.unpack("<" .. ("I4"):rep(16), padded, chunk) }
    local a, b, c, d = A, B, C, D
    for i = 0, 63 do
      local round, f, g = i // 16, nil, nil
      if round == 0 then f, g = (b & c) | (~b & d), i
      elseif round == 1 then f, g = (d & b) | (~d & c), (5 * i + 1) % 16
      elseif round == 2 then f, g = b ~ c ~ d, (3 * i + 5) % 16
      else f, g = c ~ (b | (~d & 0xffffffff)), (7 * i) % 16 end
      local sum = (a + f + K[i] + w[g + 1]) & 0xffffffff
      local shift = S[round * 4 + i % 4 + 1]
      a, d, c, b = d, c, b, (b + ((sum << shift) | (sum >> (32 - shift)))) & 0xffffffff
    end
    A, B, C, D = (A + a) & 0xffffffff, (B + b) & 0xffffffff, (C + c) & 0xffffffff, (D + d) & 0xffffffff
  end
  return (string.pack("<I4I4I4I4", A, B, C, D):gsub(".", function(c) return ("%02x"):format(c:byte()) end))
end

local function rc4(key, text)
  local s, j = {}, 0
  for i = 0, 255 do s[i] = i end
  for i = 0, 255 do
    j = (j + s[i] + key:byte(i % #key + 1)) & 255
    s[i], s[j] = s[j], s[i]
  end
  local i, out = 0, {}
  j = 0
  for n = 1, #text do
    i = (i + 1) & 255
    j = (j + s[i]) & 255
    s[i], s[j] = s[j], s[i]
    out[n] = string.char(text:byte(n) ~ s[(s[i] + s[j]) & 255])
  end
  return table.concat(out)
end

local function hex(text)
  return (text:gsub(".", function(c) return ("%02x"):format(c:byte()) end))
end

local function unhex(text)
  return (text:gsub("%X", ""):gsub("%x%x", function(c) return string.char(tonumber(c, 16)) end))
end

local function escape(text)
  return (text:gsub("[^%w._~-]", function(c) return ("%%%02X"):format(c:byte()) end))
end

function M.url(api)
  return M.address .. "/api.php?api=" .. api .. "&app=" .. M.appid
end

-- The body of a request: the pairs in their order, the time, and the signature over both.
function M.body(pairs_)
  pairs_[#pairs_ + 1] = { "t", tostring(os.time()) }
  local text = ""
  for _, pair in ipairs(pairs_) do text = text .. pair[1] .. "=" .. pair[2] .. "&" end
  local sign = M.md5(text .. M.appkey)
  if M.rc4 then return "data=" .. hex(rc4(M.rc4key, text .. "sign=" .. sign)) end
  local body = {}
  for i, pair in ipairs(pairs_) do body[i] = pair[1] .. "=" .. escape(pair[2]) end
  return table.concat(body, "&") .. "&sign=" .. sign
end

-- The code, what a login grants until (Unix seconds), and the text of a refusal. A forged reply has code 0.
function M.read(reply, value)
  if M.rc4 then reply = rc4(M.rc4key, unhex(reply)) end
  local time, check = reply:match('"time":(%d+)'), reply:match('"check":"(%x+)"')
  if time == nil or check ~= M.md5(time .. M.appkey .. (value or "")) then return 0, nil, "bad reply" end
  return tonumber(reply:match('"code":(%d+)')), tonumber(reply:match('"vip":"(%d+)"')), reply:match('"msg":"([^"]*)"')
end

return M
