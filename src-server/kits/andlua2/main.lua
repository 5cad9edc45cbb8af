-- AndLua+ 和 AndroLua+，不用 Http 模块，用 Java 的连接。 AndLua+ and AndroLua+ without Http: Java's connection.
require "import"
import "android.provider.Settings$Secure"
local pulsekey = require "pulsekey"

-- 在另一个线程里运行，所以自己导入，也不用外面的变量。 It runs in another thread: it imports by itself and uses no outer variable.
local function post(url, form)
  require "import"
  import "java.net.URL"
  import "java.util.Scanner"
  import "java.lang.String"
  local sent, status, reply = pcall(function()
    local connection = URL(url).openConnection()
    connection.setConnectTimeout(10000)
    connection.setReadTimeout(10000)
    connection.setDoOutput(true)
    local out = connection.getOutputStream()
    out.write(String(form).getBytes("UTF-8"))
    out.close()
    local status = connection.getResponseCode()
    local scanner = Scanner(connection.getInputStream(), "UTF-8").useDelimiter("\\A")
    return status, scanner.hasNext() and scanner.next() or ""
  end)
  if not sent then return 0, "" end
  return status, reply
end

-- task 在后台运行，完成后在界面线程回调。 task runs in the background and calls back in the thread of the screen.
local function transport(url, form, done)
  task(post, url, form, function(status, reply) done(status, reply) end)
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
