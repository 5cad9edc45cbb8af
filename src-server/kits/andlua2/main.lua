require "import"
import "java.net.URL"
import "java.util.Scanner"
import "java.lang.String"
import "android.os.StrictMode"
import "android.provider.Settings$Secure"
local pulsekey = require "pulsekey"
StrictMode.setThreadPolicy(StrictMode.ThreadPolicy.LAX)

local function post(url, body)
  local connection = URL(url).openConnection()
  connection.setConnectTimeout(15000)
  connection.setReadTimeout(15000)
  connection.setDoOutput(true)
  local out = connection.getOutputStream()
  out.write(String(body).getBytes("UTF-8"))
  out.close()
  local scanner = Scanner(connection.getInputStream(), "UTF-8").useDelimiter("\\A")
  return scanner.hasNext() and scanner.next() or ""
end

-- 登录：local 成功, 到期时间或提示 = login("卡密")
function login(kami)
  local machine = Secure.getString(activity.getContentResolver(), "android_id")
  local sent, reply = pcall(post, pulsekey.url("kmlogon"), pulsekey.body({ { "kami", kami }, { "markcode", machine } }))
  if not sent then return false, "网络错误" end
  local code, vip, text = pulsekey.read(reply)
  return code == 200, vip or text
end
