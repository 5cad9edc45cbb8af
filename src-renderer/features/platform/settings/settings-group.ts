import type { PlatformSettings, SettingsGroup } from '../../../../src-server/contract/records/settings.ts'
import type { Option } from '../../../kit/form/row.ts'
import type { FieldKind } from '../../../kit/form/setting.ts'

/** A setting of a group as data. Its words are keys of messages. */
export interface GroupField<G extends SettingsGroup> extends FieldKind {
  readonly member: keyof PlatformSettings[G] & string
  readonly label: string
  readonly hint?: string
  readonly unit?: string
  readonly options?: readonly Option<string>[]
  /** Instead of the server's reason: one text, or one for each reason. */
  readonly wrong?: string | Readonly<Record<string, string>>
  /** Takes both columns of a form in pairs. */
  readonly wide?: true
  readonly disabled?: (draft: PlatformSettings[G]) => boolean
}

/** A form of a group of settings as data. `SettingsForm.vue` shows it. */
export interface GroupForm<G extends SettingsGroup> {
  readonly title: string
  readonly text: string
  readonly pairs?: true
  readonly fields: readonly GroupField<G>[]
  /** What a person should know before they save: keys of messages. */
  readonly warnings?: (draft: PlatformSettings[G], saved: PlatformSettings[G]) => readonly string[]
}

/** The keys whose condition is true. */
export function keysOf(conditions: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.keys(conditions).filter((key) => conditions[key])
}
