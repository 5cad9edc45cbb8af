import type { OrderFailure } from '../../contract/https-names.ts'

/** The authority refused something, or can't be reached. */
export class AcmeRefused extends Error {
  override readonly name = 'AcmeRefused'
  readonly failure: OrderFailure
  /** Seconds that the authority asks to wait. */
  readonly retryAfter: number
  /** The authority's own name of the problem, without its prefix. */
  readonly type: string

  constructor(failure: OrderFailure, detail: string, { retryAfter = 0, type = '' } = {}) {
    super(detail)
    this.failure = failure
    this.retryAfter = retryAfter
    this.type = type
  }
}

const PREFIX = 'urn:ietf:params:acme:error:'
const LONGEST_DETAIL = 400
/** A longer wait is taken for a mistake of the authority, seconds. */
const LONGEST_WAIT = 7 * 86_400

const FAILURES: Readonly<Record<string, OrderFailure>> = {
  rateLimited: 'rate',
  externalAccountRequired: 'binding',
  invalidContact: 'contact',
  unsupportedContact: 'contact',
  userActionRequired: 'terms',
  rejectedIdentifier: 'name_refused',
  unsupportedIdentifier: 'name_refused',
  caa: 'name_refused',
  connection: 'proof',
  dns: 'proof',
  incorrectResponse: 'proof',
  unauthorized: 'proof',
  tls: 'proof',
  serverInternal: 'unreachable',
}

/** @param said the authority's problem document */
export function problemOf(said: unknown, status: number, retryAfter = 0): AcmeRefused {
  const { type, detail } = isObject(said) ? said : {}
  const name = typeof type === 'string' ? type.replace(PREFIX, '') : ''
  const words = lineOf(typeof detail === 'string' ? detail : `answer ${status}`)
  const failure = FAILURES[name] ?? (status >= 500 ? 'unreachable' : status === 429 ? 'rate' : 'refused')
  return new AcmeRefused(failure, words, { type: name, retryAfter: Math.min(retryAfter, LONGEST_WAIT) })
}

/** `Retry-After`: seconds, or a date. */
export function waitIn(header: unknown, nowMs: number): number {
  if (typeof header !== 'string') return 0
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - nowMs) / 1000
  return seconds > 0 ? Math.ceil(seconds) : 0
}

/** An error without an answer of the authority. */
export function connectionFailure(error: unknown): AcmeRefused {
  if (error instanceof AcmeRefused) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const text = lineOf(error instanceof Error ? error.message : String(error))
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) return new AcmeRefused('untrusted', `${code} ${text}`)
  if (/^(E[A-Z]+|ERR_NETWORK)$/.test(code)) return new AcmeRefused('unreachable', code)
  return new AcmeRefused('refused', text)
}

export function lineOf(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_DETAIL)
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
