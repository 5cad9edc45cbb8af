/** The members of every row of a form: a label, and the field's name, hint and reason. */
export interface Row {
  /** The member's name in the call: its refusal is shown here. */
  readonly name?: string | undefined
  readonly label: string
  readonly hint?: string | undefined
  /** For engineers, behind a button beside the hint. */
  readonly note?: string | undefined
  /** Instead of the form's reason for `name`. */
  readonly error?: string | undefined
  /** Words for the form's reason: one text for any, or one for each. */
  readonly reasons?: string | Readonly<Record<string, string>> | undefined
  /** Takes both columns of a form in pairs. */
  readonly wide?: boolean | undefined
}

export interface Option<V extends string> {
  readonly value: V
  readonly label: string
  /** Shown where all choices are. */
  readonly hint?: string | undefined
}

/** The choices of a field with their labels. */
export function optionsOf<const V extends string>(
  values: readonly V[],
  labelOf: (value: V) => string,
): readonly Option<V>[] {
  return values.map((value) => ({ value, label: labelOf(value) }))
}
