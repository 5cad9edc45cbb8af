import { CODE } from '../contract/error-codes.ts'
import type { TEXTS } from '../wire/messages.ts'

/** What an endpoint of the standard envelope says: a payload on success, else a code and, where it isn't the code's own, a text. */
export type StandardAnswer =
  | { readonly code: number; readonly fields: Readonly<Record<string, unknown>> | readonly unknown[] }
  | {
      readonly code: number
      readonly text?: keyof typeof TEXTS | undefined
      readonly msg?: string | undefined
    }

/** What an MT5 endpoint says: fields always, a text where it isn't the code's own. */
export interface Mt5Answer {
  readonly code: number
  readonly msg?: string
  readonly fields: Readonly<Record<string, string | number>>
}

/** A download or a text that goes out as it is, never sealed (protocol.md 4). */
export interface RawAnswer {
  readonly contentType: string
  readonly body: string | Uint8Array
  /** The name it is saved under. */
  readonly fileName?: string
}

/** What an endpoint said, and in which envelope it goes out. */
export type Answer =
  | { readonly envelope: 'standard'; readonly answer: StandardAnswer }
  | { readonly envelope: 'mt5'; readonly answer: Mt5Answer }
  | { readonly envelope: 'raw'; readonly answer: RawAnswer }

export function succeed(fields: Readonly<Record<string, unknown>> | readonly unknown[]): StandardAnswer {
  return { code: CODE.success, fields }
}

/** @param text in place of the code's own */
export function refuse(code: number, text?: keyof typeof TEXTS): StandardAnswer {
  return { code, text }
}

/** A refusal in words of the moment, such as the reason an account was disabled for. */
export function refuseWith(code: number, msg: string): StandardAnswer {
  return { code, msg: msg === '' ? undefined : msg }
}
