/** Values of custom fields. A key is a field's number. */
export type CustomValues = Readonly<Record<string, string>>

/** Rows with this value of a custom field, in any case of letters; '' for rows without one; left out for any value. */
export interface CustomValueFilter {
  readonly field: number
  readonly value?: string | undefined
}
