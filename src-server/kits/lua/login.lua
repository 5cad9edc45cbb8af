-- lua login.lua CODE MACHINE
local pulsekey = require("pulsekey")
local kami, machine = arg[1], arg[2]
if not machine then error("usage: lua login.lua CODE MACHINE") end

-- Both go to curl by files: nothing of them is read by the shell.
local body, reply = os.tmpname(), os.tmpname()
local file = assert(io.open(body, "wb"))
file:write(pulsekey.body({ { "kami", kami }, { "markcode", machine } }))
file:close()
os.execute(('curl -s -m 15 --data-binary "@%s" -o "%s" "%s"'):format(body, reply, pulsekey.url("kmlogon")))
file = assert(io.open(reply, "rb"))
local code, vip, text = pulsekey.read(file:read("a"))
file:close()
os.remove(body)
os.remove(reply)

if code == 200 then print("licensed until " .. vip) else print("refused: " .. code .. " " .. tostring(text)) os.exit(1) end
