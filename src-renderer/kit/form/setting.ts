/**
 * How a setting is shown and typed. `flag` is y or n on the wire, `seconds` a duration. Nobody types a `key`: a rotation replaces
 * it. A `secret` and a `pem` are shown to those alone who may read keys. A `sealed` secret is never shown again. A `list` is texts in
 * one field. A `radio` shows all choices.
 */
export type SettingKind =
  | 'text'
  | 'lines'
  | 'list'
  | 'script'
  | 'secret'
  | 'sealed'
  | 'pem'
  | 'key'
  | 'number'
  | 'seconds'
  | 'percent'
  | 'switch'
  | 'flag'
  | 'choice'
  | 'radio'
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
  readonly rows?: number
}

export type SettingValue = string | number | boolean
