import { quoteLua } from './quote.ts'

/**
 * The signature script of an application without its own: shows the check code, and copies it where the host
 * can (GameGuardian's gg, Android's clipboard). Lua 5.1 to 5.4.
 */
export function defaultSigScript(checkCode: string): string {
  return `local code = ${quoteLua(checkCode)}
local text = "未配置应用签名，请复制校验码：" .. code
if type(gg) == "table" and gg.alert and gg.copyText then
  if gg.alert(text, "复制", "关闭") == 1 then gg.copyText(code) end
elseif activity then
  pcall(function()
    activity.getSystemService("clipboard").setText(code)
    print(text)
  end)
else
  print(text)
end
return code
`
}
