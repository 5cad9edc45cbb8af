import { quoteLua } from '../quote/lua.ts'

/** The cloud script of an application that has none of its own: says which application it comes from. Lua 5.1 to 5.4. */
export function defaultYggScript(app: number, version: string): string {
  return `local cloud = { app = ${app}, version = ${quoteLua(version)} }
print("云端脚本已加载 " .. cloud.app .. " " .. cloud.version)
return cloud
`
}
