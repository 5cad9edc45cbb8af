/** The server is unreachable, or its answer is no reply. */
export const UNREACHABLE = 0

/**
 * A refusal: the console's code (contract/error-codes.ts, CONSOLE), its text, and the reasons of a 422 by
 * field.
 */
export class ConsoleError extends Error {
  override readonly name = 'ConsoleError'
  readonly code: number
  readonly fields: Readonly<Record<string, string>>

  constructor(code: number, message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
