import { CODE } from '../contract/error-codes.ts'
import type { TEXTS } from '../wire/messages.ts'

/** What an endpoint of the standard envelope says: fields on success, else a code and, where it isn't the code's own, a text. */
export type StandardAnswer =
  | { readonly code: number; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly code: number; readonly text?: keyof typeof TEXTS }

/** What an MT5 endpoint says: fields always, a text where it isn't the code's own. */
export interface Mt5Answer {
  readonly code: number
  readonly msg?: string
  readonly fields: Readonly<Record<string, string | number>>
}

export function succeed(fields: Readonly<Record<string, unknown>>): StandardAnswer {
  return { code: CODE.success, fields }
}

/** @param text in place of the code's own */
export function refuse(code: number, text?: keyof typeof TEXTS): StandardAnswer {
  return text === undefined ? { code } : { code, text }
}
