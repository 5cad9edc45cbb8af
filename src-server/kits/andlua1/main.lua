require "import"
import "android.provider.Settings$Secure"
import "http"
local pulsekey = require "pulsekey"

-- 登录：login("卡密", function(成功, 到期时间或提示) ... end)
function login(kami, done)
  local machine = Secure.getString(activity.getContentResolver(), "android_id")
  local body = pulsekey.body({ { "kami", kami }, { "markcode", machine } })
  Http.post(pulsekey.url("kmlogon"), body, function(status, reply)
    if status ~= 200 then return done(false, "网络错误 " .. status) end
    local code, vip, text = pulsekey.read(reply)
    done(code == 200, vip or text)
  end)
end
