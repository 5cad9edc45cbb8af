import { quoteLua } from './quote.ts'

/** The cloud script of an application without its own: names its application. Lua 5.1 to 5.4. */
export function defaultYggScript(app: number, version: string): string {
  return `local cloud = { app = ${app}, version = ${quoteLua(version)} }
print("云端脚本已加载 " .. cloud.app .. " " .. cloud.version)
return cloud
`
}
