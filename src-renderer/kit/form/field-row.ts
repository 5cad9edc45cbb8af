import type { MoneyFormat } from '../../i18n/money.ts'
import type { Option } from './row.ts'

/** The longest number of an operator that a person types. */
export const OPERATOR_DIGITS = 12

/** A field of a form: what its subject's declaration doesn't say. */
export interface FieldRow<N extends string = string> {
  readonly name: N
  /** Instead of the form's label for the name. */
  readonly label?: string
  readonly hint?: string | undefined
  /** For engineers, behind a button beside the hint. */
  readonly note?: string
  /** Words for the form's reason: one text for any, or one for each. */
  readonly reasons?: string | Readonly<Record<string, string>>
  /** The choices of a field that is one of a few. */
  readonly options?: readonly Option<string>[]
  /** The notation of a field that is a sum, or none. */
  readonly money?: MoneyFormat
  /** A sum may be below 0. */
  readonly signed?: boolean
  /** The look of a switch whose "on" is the unusual state. */
  readonly tone?: 'warn'
  /** Takes both columns of a form in pairs. */
  readonly wide?: boolean
  readonly mono?: boolean
  readonly type?: 'text' | 'url'
  readonly rows?: number
  readonly min?: number
  /** The greatest number, where the subject says another. */
  readonly max?: number
  readonly minlength?: number
  /** What an empty number means. */
  readonly placeholder?: string
  readonly pattern?: string
  readonly required?: boolean
  readonly autocomplete?: 'off' | 'new-password'
}

/** What the slot of a field gets for its own row. */
export interface RowScope {
  readonly row: {
    readonly name: string
    readonly label: string
    readonly hint: string | undefined
    readonly wide: boolean
  }
}
