-- AndLua+，用它自带的异步 Http。 For AndLua+ with its asynchronous Http.
require "import"
import "http"
import "android.provider.Settings$Secure"
local pulsekey = require "pulsekey"

-- Http 在后台发送，完成后在界面线程回调。 Http sends in the background and calls back in the thread of the screen.
local function transport(url, form, done)
  Http.post(url, form, function(status, reply) done(status, reply) end)
end

local licence

-- 启动：shown(能否运行, 文字) 在状态改变时调用。 Starts: shown(may run, text) is called at each change.
function login(kami, shown)
  licence = pulsekey.start({
    code = kami,
    machine = Secure.getString(activity.getContentResolver(), "android_id"),
    file = activity.getLuaDir() .. "/pulsekey.dat",
    transport = transport,
  })
  local last
  local function look()
    licence:tick()
    local text = licence:text()
    if text ~= last then
      last = text
      shown(licence:may_run(), text)
    end
  end
  look()
  -- 每秒一次，到时才询问。 Every second; it asks when a question is due.
  clock = Ticker()
  clock.Period = 1000
  clock.onTick = look
  clock.start()
end

-- 解绑：done(成功, 文字)。 Unbinds: done(success, text).
function unbind(done)
  licence:unbind(function(code, text) done(code == 200, text) end)
end

-- 公告：done(文字)。 The announcement: done(text).
function notice(done) licence:notice(done) end

-- 示例。 A sample.
-- login("卡密", function(may_run, text)
--   print(text)
--   if may_run then ... end
-- end)
