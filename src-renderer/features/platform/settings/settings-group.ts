import type {
  PlatformSettings,
  SettingsGroup,
  SettingsRecord,
} from '../../../../src-server/contract/records/settings.ts'
import type { Option } from '../../../kit/form/row.ts'
import type { FieldKind } from '../../../kit/form/setting.ts'

/** A setting of a group as data. Names of words are made a key of a message by the form's `words`. */
export interface GroupField<G extends SettingsGroup> extends FieldKind {
  readonly member: keyof PlatformSettings[G] & string
  /** The name of its label, where it is not the member's. `<name>_hint` is the hint, if there is one. */
  readonly word?: string | ((draft: PlatformSettings[G]) => string)
  /** The names of other hints, which follow each other. */
  readonly hint?: (draft: PlatformSettings[G], record: SettingsRecord) => readonly string[]
  readonly unit?: string
  readonly options?: readonly Option<string>[]
  /** Choices whose labels are `<under>.<value>`. */
  readonly choices?: { readonly under: string; readonly values: readonly string[] }
  /** Instead of the server's reason: one text, or one for each reason. */
  readonly wrong?: string | Readonly<Record<string, string>>
  /** The values that its texts name. */
  readonly named?: (draft: PlatformSettings[G]) => Readonly<Record<string, string>>
  /** Takes both columns of a form in pairs. */
  readonly wide?: true
  readonly disabled?: (draft: PlatformSettings[G]) => boolean
  readonly shown?: (draft: PlatformSettings[G]) => boolean
  /** Whether a sealed secret stays when its field is left empty. */
  readonly kept?: (draft: PlatformSettings[G], record: SettingsRecord) => boolean
}

/** A form of a group of settings as data. `SettingsForm.vue` shows it. */
export interface GroupForm<G extends SettingsGroup> {
  /** The message key of a name. The form's own names are `title` and `text`. */
  readonly words: (name: string) => string
  readonly pairs?: true
  readonly fields?: readonly GroupField<G>[]
  /** The warnings that a person reads before they save. */
  readonly warnings?: (draft: PlatformSettings[G], saved: PlatformSettings[G]) => readonly string[]
}

/** The names whose condition is true. */
export function keysOf(conditions: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.keys(conditions).filter((key) => conditions[key])
}

/** The pages of the platform's settings, as the address names them. */
export const SETTINGS_PAGES = [
  'site',
  'public',
  'doors',
  'https',
  'address',
  'markets',
  'retention',
  'after_sales',
  'sales',
  'mail',
  'outside',
] as const

export type SettingsPage = (typeof SETTINGS_PAGES)[number]
