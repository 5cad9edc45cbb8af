import type { SettingValue } from './setting.ts'

function memberOf(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined
}

/** @throws when there is no such setting: its declaration has a wrong path */
export function readSetting(settings: object, path: string): SettingValue {
  const value = path.split('.').reduce<unknown>(memberOf, settings)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  throw new Error(`no setting ${path}`)
}

/** Changes one setting in place. */
export function writeSetting(settings: object, path: string, value: SettingValue): void {
  const names = path.split('.')
  const last = names.pop() ?? path
  const holder = names.reduce<unknown>(memberOf, settings)
  if (typeof holder !== 'object' || holder === null) throw new Error(`no setting ${path}`)
  Reflect.set(holder, last, value)
}
