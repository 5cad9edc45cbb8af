/** The longest number of an operator that a person types. */
export const OPERATOR_DIGITS = 12

/** A field of a subject in a form: what its declaration doesn't say. */
export interface FieldRow<N extends string = string> {
  readonly name: N
  /** Instead of the form's label for the name. */
  readonly label?: string
  readonly hint?: string | undefined
  /** For engineers, behind a button beside the hint. */
  readonly note?: string
  /** Words for the form's reason: one text for any, or one for each. */
  readonly reasons?: string | Readonly<Record<string, string>>
  /** The look of a switch whose "on" is the unusual state. */
  readonly tone?: 'warn'
  /** Takes both columns of a form in pairs. */
  readonly wide?: boolean
  readonly mono?: boolean
  readonly type?: 'text' | 'url'
  readonly rows?: number
  readonly minlength?: number
  readonly pattern?: string
  readonly autocomplete?: 'off'
}
