import { readSetting, writeSetting } from '../../../kit/form/setting-path.ts'
import type { FieldKind, SettingValue } from '../../../kit/form/setting.ts'

interface Member extends FieldKind {
  readonly member: string
}

/** The texts of a list are separated by spaces, or are one a line. */
export function readField(draft: object, { member, kind, rows = 1 }: Member): SettingValue {
  if (kind !== 'list') return readSetting(draft, member)
  const texts: unknown = Reflect.get(draft, member)
  return Array.isArray(texts) ? texts.join(rows > 1 ? '\n' : ' ') : ''
}

/** Changes one member in place. */
export function writeField(draft: object, { member, kind }: Member, value: SettingValue): void {
  if (kind !== 'list') writeSetting(draft, member, value)
  else
    Reflect.set(
      draft,
      member,
      String(value)
        .split(/[\s,;]+/)
        .filter((text) => text !== ''),
    )
}
