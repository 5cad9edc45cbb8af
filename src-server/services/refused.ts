import type { ConsoleCode } from '../contract/error-codes.ts'

/** A refusal of a console action: its code and a message for the caller. `fields` names the wrong members of a form. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: ConsoleCode
  readonly fields: Readonly<Record<string, string>> | undefined

  constructor(code: ConsoleCode, message: string, fields?: Readonly<Record<string, string>>) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

/** Thrown where a preview must not go on: the inspector then shows no answer for the call. */
export class NotPreviewable extends Error {}
