import { CODE } from '../contract/error-codes.ts'
import type { TEXTS } from '../wire/messages.ts'

/** The payload of a success. */
export type Fields = Readonly<Record<string, unknown>> | readonly unknown[]

/** An answer with a text instead of a payload. `text` or `msg` replaces the code's own text. */
export interface TextAnswer<C extends number = number> {
  readonly code: C
  readonly text?: keyof typeof TEXTS | undefined
  readonly msg?: string | undefined
}

/** An answer of the standard envelope: a payload under 200, or a code with a text. */
export type StandardAnswer<C extends number = number, F = Fields> =
  | { readonly code: typeof CODE.success; readonly fields: F }
  | TextAnswer<C>

/** An answer of an MT5 endpoint. It always has fields. `msg` replaces the code's own text. */
export interface Mt5Answer<C extends number = number, F = Readonly<Record<string, string | number>>> {
  readonly code: C
  readonly msg?: string
  readonly fields: F
}

/** A download or a text that the server sends unchanged and never encrypts (docs/protocol.md 4). */
export interface RawAnswer {
  readonly contentType: string
  readonly body: string | Uint8Array
  /** The file name under which the client saves it. */
  readonly fileName?: string
}

/** What an endpoint off the MT5 group says, before its answer gets an envelope. */
export type PlainAnswer = StandardAnswer | RawAnswer

/** An endpoint's answer, and the envelope it goes out in. */
export type Answer =
  | { readonly envelope: 'standard'; readonly answer: StandardAnswer }
  | { readonly envelope: 'mt5'; readonly answer: Mt5Answer }
  | { readonly envelope: 'raw'; readonly answer: RawAnswer }

export function succeed<F extends Fields>(fields: F): StandardAnswer<never, F> {
  return { code: CODE.success, fields }
}

/** @param text replaces the code's own text */
export function refuse<C extends number>(code: C, text?: keyof typeof TEXTS): TextAnswer<C> {
  return { code, text }
}

/** A refusal with a text of its own, such as the reason why an account was disabled. */
export function refuseWith<C extends number>(code: C, msg: string): TextAnswer<C> {
  return { code, msg: msg === '' ? undefined : msg }
}

/** A switch on the wire. */
export function flagOf(isOn: boolean): 0 | 1 {
  return isOn ? 1 : 0
}
