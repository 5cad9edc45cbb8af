/** What one look found. `warn`: it works, and needs attention. `bad`: the server or a part of it can't work so. */
export interface Check {
  readonly check: string
  readonly state: 'ok' | 'warn' | 'bad'
  readonly text: string
}

export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
