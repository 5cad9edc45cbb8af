-- 示例：lua sample.lua 卡密 机器码。 A sample: lua sample.lua CODE MACHINE
local pulsekey = require("pulsekey")
local code, machine = arg[1], arg[2]
if not machine then error("lua sample.lua CODE MACHINE") end

local licence = pulsekey.start({ code = code, machine = machine, file = "pulsekey.dat" })
local pause = package.config:sub(1, 1) == "\\" and "timeout /t 1 >nul" or "sleep 1"
local shown

-- 在您的程序里，由定时器调用 tick。 In your program, a timer calls tick.
while true do
  licence:tick()
  if licence:text() ~= shown then
    shown = licence:text()
    print(shown)
    if licence:update() then print("有新版本 / new version: " .. licence.newest .. " " .. licence.update_url) end
    io.stdout:flush()
  end
  if licence:may_run() then
    -- 您的程序在这里工作。 Your program works here.
  end
  os.execute(pause)
end
