/** The ports through which the world comes in (architecture.md, rule 4). Their adapters are in entry/adapters. */

export interface Clock {
  /** Unix seconds, whole. */
  now(): number
  /** Unix milliseconds. */
  nowMs(): number
}

export interface Random {
  /** Cryptographically strong bytes. */
  bytes(length: number): Uint8Array
  /** An unbiased whole number in 0 ≤ n < limit. */
  below(limit: number): number
}

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** One line an event. Never give it a secret: no parameter values, no keys, no cookies. */
export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, error: unknown, fields?: LogFields): void
}
