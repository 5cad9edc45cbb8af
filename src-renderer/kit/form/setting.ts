/**
 * How a setting is shown and typed. `flag` is y or n on the wire, `seconds` a duration. Nobody types a `key`: a rotation replaces
 * it. A `secret` and a `pem` are shown to those alone who may read keys.
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
  | 'colour'

/** A setting as data. `SettingField.vue` shows it. */
export interface FieldKind {
  readonly kind: SettingKind
  readonly min?: number
  /** The greatest number, or the maximum length of a text. */
  readonly max?: number
  readonly mono?: true
  readonly required?: true
  readonly placeholder?: string
}

export type SettingValue = string | number | boolean
