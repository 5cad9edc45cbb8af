import { CODE } from '../contract/error-codes.ts'
import type { TEXTS } from '../wire/messages.ts'

/**
 * An answer of the standard envelope: a payload on success, else a code. `text` replaces the code's own text.
 */
export type StandardAnswer =
  | { readonly code: number; readonly fields: Readonly<Record<string, unknown>> | readonly unknown[] }
  | {
      readonly code: number
      readonly text?: keyof typeof TEXTS | undefined
      readonly msg?: string | undefined
    }

/** An answer of an MT5 endpoint. It always has fields. `msg` replaces the code's own text. */
export interface Mt5Answer {
  readonly code: number
  readonly msg?: string
  readonly fields: Readonly<Record<string, string | number>>
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

export function succeed(fields: Readonly<Record<string, unknown>> | readonly unknown[]): StandardAnswer {
  return { code: CODE.success, fields }
}

/** @param text replaces the code's own text */
export function refuse(code: number, text?: keyof typeof TEXTS): StandardAnswer {
  return { code, text }
}

/** A refusal with a text of its own, such as the reason why an account was disabled. */
export function refuseWith(code: number, msg: string): StandardAnswer {
  return { code, msg: msg === '' ? undefined : msg }
}
