import type { ActionName } from '../../../src-server/contract/actions/index.ts'
import { START } from '../../support/test-server.ts'

export const FOREVER = 4_102_243_200
/** A day after the start of a test server. */
export const SOON = START + 86_400

/** Data of one developer, attributed to one agent. Nobody else may see it. */
export interface Target {
  readonly app: number
  readonly device: number
  /** A custom field of the developer, called `Target`. */
  readonly field: number
  readonly account: number
  readonly file: number
  readonly kitLink: number
  /** A link to the account's report, and the developer's note on the account. */
  readonly reportLink: number
  readonly note: number
  readonly kami: string
  readonly code: number
  readonly batch: number
  readonly agent: number
  readonly developer: number
  /** Belongs to the developer and is called `Target`, as the application is. The staff account is invited. */
  readonly staff: number
  readonly staffRole: number
  readonly invitation: number
  /** The handle of the session that the developer is signed in with. */
  readonly session: string
  /** The developer saved it under the name `Target`. */
  readonly view: number
  /** A customer's request about the account. The customer's contact is called `Target`. */
  readonly request: number
  /** A text of the developer, called `Target`. */
  readonly template: number
  /** A message about the account to `ou_Target` that was given up. */
  readonly message: number
  /** A rename of one of the developer's servers, which is called `Target` now. */
  readonly rename: number
  /** A snooze of the developer's rule. */
  readonly snooze: number
  /** A rule of the developer, called `Target`. */
  readonly rule: number
  /** A pause of the developer's whole group, for the reason `Target`. */
  readonly groupAct: number
  /** An import of one code by the developer. */
  readonly imported: number
  /** The code of a binding of the account that waits for the developer's approval. */
  readonly held: string
  /**
   * The agent's stock, a code drawn from it and sold to a customer called `Target`, and the agent's ledger
   * account.
   */
  readonly allocation: number
  /** A webhook of the developer, called `Target`, and one of its events. */
  readonly webhook: number
  readonly webhookEvent: number
  readonly sale: number
  readonly book: number
}

/** An action's answer when a call asks about another person's data. */
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

/** The attempts of strangers with an action. All areas together name every action. */
export type Attempts = Readonly<Record<ActionName, readonly Attempt[]>>

export const missing = (input: unknown): Attempt[] => [{ input, expected: { code: 404 } }]
export const skipped = (...inputs: unknown[]): Attempt[] =>
  inputs.map((input) => ({ input, expected: { skipped: true } }))
/** Only the owner may call it, or it is about the caller. */
export const harmless = (...inputs: unknown[]): Attempt[] =>
  inputs.map((input) => ({ input, expected: { harmless: true } }))
/** A list is called without a filter, with each of these filters, and with a search. */
export const pages = (filters: readonly object[] = [], search?: string): Attempt[] => [
  ...[{}, ...filters].map((filter): Attempt => ({ input: { filter }, expected: { none: true } })),
  ...(search === undefined ? [] : [{ input: { search }, expected: { none: true } } as const]),
]
