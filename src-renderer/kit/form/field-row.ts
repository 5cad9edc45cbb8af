/** The longest number of an operator that a person types. */
export const OPERATOR_DIGITS = 12

/** A field of a subject in a form: what its declaration doesn't say. */
export interface FieldRow<N extends string = string> {
  readonly name: N
  readonly hint?: string | undefined
  /** Takes both columns of a form in pairs. */
  readonly wide?: boolean
  readonly mono?: boolean
  readonly type?: 'text' | 'url'
  readonly rows?: number
  readonly minlength?: number
  readonly pattern?: string
  readonly autocomplete?: 'off'
}
