import { CODE } from '../../contract/error-codes.ts'
import type { ServedImage } from '../../contract/records/image.ts'
import type { FieldProblem, ProductChoice } from '../../contract/self-service.ts'
import type { TEXTS } from '../../wire/messages.ts'
import type { SelfServiceText } from '../../wire/self-service-texts.ts'

export type Fields = Readonly<Record<string, FieldProblem>>

export interface Refusal<C extends number = number> {
  readonly code: C
  /** In place of the code's own: of the wire's, or of the public actions'. */
  readonly text?: { readonly wire: keyof typeof TEXTS } | { readonly own: SelfServiceText }
  /** In words of the moment, such as the reason an account was disabled for. */
  readonly msg?: string
  /** What of the parameters is wrong. */
  readonly fields?: Fields
  /** Which of several is meant? */
  readonly products?: readonly ProductChoice[]
  /** Nothing goes by that name: who asks for many such guesses. */
  readonly missed?: true
  /** Asked too often: seconds to wait. */
  readonly wait?: number
}

/** What a public action says. */
export type PublicAnswer<Payload = unknown, C extends number = number> =
  | { readonly payload: Payload; readonly missed?: true }
  | { readonly picture: ServedImage }
  | Refusal<C>

export function refuse<C extends number>(code: C, own?: SelfServiceText): Refusal<C> {
  return own === undefined ? { code } : { code, text: { own } }
}

/** With a text that runtime endpoints say as well. */
export function refuseAsWire<C extends number>(code: C, wire: keyof typeof TEXTS): Refusal<C> {
  return { code, text: { wire } }
}

export function miss<C extends number>(code: C, own?: SelfServiceText): Refusal<C> {
  return { ...refuse(code, own), missed: true }
}

export function invalid(fields: Fields): Refusal<typeof CODE.wrongData> {
  return { code: CODE.wrongData, fields }
}

export function tooMany(wait: number): Refusal<typeof CODE.tooMany> {
  return { code: CODE.tooMany, wait }
}
