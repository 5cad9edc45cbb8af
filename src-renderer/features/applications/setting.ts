/**
 * How a setting is shown and typed. `flag` is y or n on the wire, `seconds` a duration; a `key` is replaced by a rotation
 * of its own, never with the others; a `secret` and a `pem` are for those alone who may read keys.
 */
export type SettingKind =
  | 'text'
  | 'lines'
  | 'script'
  | 'secret'
  | 'pem'
  | 'key'
  | 'number'
  | 'seconds'
  | 'percent'
  | 'switch'
  | 'flag'
  | 'choice'

/** Its label is `applications.setting.<path>`. `applications.hint.<path>` says what it does for people, `applications.note.<path>` what it does in the protocol. */
export interface Setting {
  /** Its member of the application, `mt5.trial_seconds` for one of a group: the name app_update refuses it by. */
  readonly path: string
  readonly kind: SettingKind
  readonly min?: number
  readonly max?: number
  /** Shown only while another setting has this value, or when it has one itself. */
  readonly only?: { readonly path: string; readonly value: SettingValue }
  /** Of a choice, as on the wire. Their labels are `applications.choice.<path>.<value>`. */
  readonly choices?: readonly (string | number)[]
}

export interface SettingSection {
  /** Its title is `applications.section.<name>`. */
  readonly name: string
  readonly settings: readonly Setting[]
}

export interface SettingTab {
  /** Its label is `applications.tab.<name>`. */
  readonly name: string
  readonly sections: readonly SettingSection[]
}

export type SettingValue = string | number | boolean

/** Message keys have no dots: `mt5.trial_seconds` → `mt5_trial_seconds`. */
export function messageKey(path: string): string {
  return path.replaceAll('.', '_')
}
