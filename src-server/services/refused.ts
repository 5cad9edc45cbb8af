import type { ConsoleCode } from '../contract/error-codes.ts'

/** A console act that isn't done, with what the caller is told (console-api.md). `fields` names what was wrong in a form. */
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
