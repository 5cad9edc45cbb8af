import type { ActionName } from '../../../src-server/contract/actions/index.ts'

export const FOREVER = 4_102_243_200

/** What belongs to one developer and is attributed to one agent: everybody else must not see it. */
export interface Target {
  readonly app: number
  readonly device: number
  readonly account: number
  readonly file: number
  readonly kami: string
  readonly code: number
  readonly batch: number
  readonly agent: number
  readonly developer: number
  /** Of the developer's own, called `Target` as the application is; the staff is invited. */
  readonly staff: number
  readonly staffRole: number
  readonly invitation: number
  /** The handle of the session its developer is signed in with. */
  readonly session: string
  /** Saved by its developer, called `Target`. */
  readonly view: number
  /** A customer’s, about the account; by somebody whose contact is called `Target`. */
  readonly request: number
  /** A text of its developer, called `Target`. */
  readonly template: number
  /** That was given up, about the account, to somebody called `ou_Target`. */
  readonly message: number
  /** Of one of its developer’s servers, which is called `Target` now. */
  readonly rename: number
  /** The code of a binding of the account that waits for its developer. */
  readonly held: string
  /** What the agent sells, a code it took of that, for a customer called `Target`, and in whose books it has money. */
  readonly allocation: number
  readonly sale: number
  readonly book: number
}

/** What an action answers when it is asked for something foreign. */
export type Expected =
  | { readonly code: 404 }
  /** An empty page, however it is filtered. */
  | { readonly none: true }
  /** Done to nobody. */
  | { readonly skipped: true }
  /** It names nothing of anybody. */
  | { readonly harmless: true }

export interface Attempt {
  readonly input: unknown
  readonly expected: Expected
}

/** What foreign ones try with some of the actions; together the areas name every action. */
export type Attempts = Readonly<Record<ActionName, readonly Attempt[]>>

export const missing = (input: unknown): Attempt[] => [{ input, expected: { code: 404 } }]
export const skipped = (...inputs: unknown[]): Attempt[] =>
  inputs.map((input) => ({ input, expected: { skipped: true } }))
/** Of the owner alone, or about the caller alone. */
export const harmless = (...inputs: unknown[]): Attempt[] =>
  inputs.map((input) => ({ input, expected: { harmless: true } }))
/** A list without a filter, with each of these filters, and by a search. */
export const pages = (filters: readonly object[] = [], search?: string): Attempt[] => [
  ...[{}, ...filters].map((filter): Attempt => ({ input: { filter }, expected: { none: true } })),
  ...(search === undefined ? [] : [{ input: { search }, expected: { none: true } } as const]),
]
