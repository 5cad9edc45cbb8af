import type { ReferenceKind } from '../reference-kinds.ts'

/**
 * What a field of a subject is and what may be done with it. These files hold data alone: screens read them, and a page
 * must not load the library that checks schemas (schemas.ts).
 */

/** The uses of a field. An option that is left out says no. */
export interface Uses {
  /** Whoever creates one must give it; `always`: an imported row must have it too. */
  readonly required?: 'create' | 'always'
  readonly edit?: true
  /** A bulk change may give it to many at once. */
  readonly bulk?: true
  /** An import reads it under its own name and under these headers. */
  readonly import?: readonly string[]
  /** The columns that it has in an exported file; true: one of its own name. */
  readonly export?: true | readonly [string, ...string[]]
  /** A list may have its order. */
  readonly sort?: true
  /** A list's search looks into it. */
  readonly search?: true
  /** A list's filter may name it. */
  readonly filter?: true
  /** Nobody reads it: a record does not have it. */
  readonly secret?: true
  /** The field follows from other fields: the store does not keep it. */
  readonly computed?: true
  /** null where there is none. */
  readonly nullable?: true
}

/** The rules of a text besides its length. */
export interface TextRules {
  readonly min?: number
  /** Blanks around it are cut off. */
  readonly trim?: true
  readonly pattern?: RegExp
  /** The pattern's rule in words. */
  readonly says?: string
}

export interface NumberRules {
  readonly min?: number
  readonly max?: number
}

/** Which record a reference leads to. */
interface Naming {
  readonly to: ReferenceKind
}

interface Kinds {
  /** The row's own number. */
  readonly id: { readonly kind: 'id' }
  /** `max` is characters. */
  readonly text: { readonly kind: 'text'; readonly max: number } & TextRules
  readonly number: { readonly kind: 'number' } & NumberRules
  readonly flag: { readonly kind: 'flag' }
  readonly choice: { readonly kind: 'choice'; readonly values: readonly [string, ...string[]] }
  /** Unix seconds. */
  readonly time: { readonly kind: 'time' } & NumberRules
  /** When a licence ends, Unix seconds; PERMANENT_VIP for ever. */
  readonly end: { readonly kind: 'end' }
  /** The number of a row of another subject. */
  readonly reference: { readonly kind: 'reference' } & Naming & NumberRules
  /** The number of an operator. */
  readonly person: { readonly kind: 'person' } & Naming & NumberRules
  /** At most `most` different words of at most `max` characters each. */
  readonly words: { readonly kind: 'words'; readonly most: number; readonly max: number }
  /** Values of the owner's custom fields, by the fields' numbers. */
  readonly custom: { readonly kind: 'custom' }
  /** A filter's question about the value of a custom field. */
  readonly custom_value: { readonly kind: 'custom_value' }
  /** A record of its own; its schema is given to `recordSchema`. */
  readonly part: { readonly kind: 'part' }
}
export type Kind = keyof Kinds
export type Field = Kinds[Kind] & Uses
export type Fields = Readonly<Record<string, Field>>

/** A type without members that `Known` does not have: a misspelled option does not compile. */
type Only<U, Known> = U & { readonly [K in Exclude<keyof U, keyof Known>]: never }

export const id = () => ({ kind: 'id', sort: true }) as const

export const text = <const U extends Uses & TextRules>(max: number, uses: Only<U, Uses & TextRules>) =>
  ({ kind: 'text', max, ...uses }) as const

export const number = <const U extends Uses & NumberRules>(uses: Only<U, Uses & NumberRules>) =>
  ({ kind: 'number', ...uses }) as const

export const flag = <const U extends Uses>(uses: Only<U, Uses>) => ({ kind: 'flag', ...uses }) as const

export const choice = <const V extends readonly [string, ...string[]], const U extends Uses>(
  values: V,
  uses: Only<U, Uses>,
) => ({ kind: 'choice', values, ...uses }) as const

export const time = <const U extends Uses & NumberRules>(uses: Only<U, Uses & NumberRules>) =>
  ({ kind: 'time', ...uses }) as const

export const end = <const U extends Uses>(uses: Only<U, Uses>) => ({ kind: 'end', ...uses }) as const

export const reference = <const K extends ReferenceKind, const U extends Uses & NumberRules>(
  to: K,
  uses: Only<U, Uses & NumberRules>,
) => ({ kind: 'reference', to, ...uses }) as const

export const person = <const K extends ReferenceKind, const U extends Uses & NumberRules>(
  to: K,
  uses: Only<U, Uses & NumberRules>,
) => ({ kind: 'person', to, ...uses }) as const

export const words = <const U extends Uses>(most: number, max: number, uses: Only<U, Uses>) =>
  ({ kind: 'words', most, max, ...uses }) as const

export const custom = <const U extends Uses>(uses: Only<U, Uses>) => ({ kind: 'custom', ...uses }) as const

export const customValue = () => ({ kind: 'custom_value' }) as const

export const part = <const U extends Uses>(uses: Only<U, Uses>) => ({ kind: 'part', ...uses }) as const
