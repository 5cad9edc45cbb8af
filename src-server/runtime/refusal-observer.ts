import { CODE } from '../contract/error-codes.ts'
import { GUESS } from '../contract/risk-words.ts'
import { findAccountKey } from '../domain/device/account-key.ts'
import type { RefusedCall } from '../domain/risk/refused-call.ts'
import { readSeconds } from '../wire/time-window.ts'
import type { RawCall } from './call.ts'
import type { RequestContext, Refusal } from './request-context.ts'
import type { CallObserver } from './pipeline.ts'

/** The codes that endpoints answer to somebody who guesses codes or passwords. */
const GUESSES: ReadonlySet<number> = new Set([CODE.kamiUnknown, CODE.credentialsWrong, CODE.accountUnknown])

/** The largest clock difference in the statistics, seconds. A larger one doesn't come from a real clock. */
const MOST_SKEW = 10 * 365 * 86_400

/** The counters of refusals and of unknown trading accounts. */
interface Notes {
  readonly refused: (call: RefusedCall) => void
  readonly unknown: (account: {
    readonly app: number
    readonly accountKey: string
    readonly at: number
  }) => void
}

/**
 * Passes refused calls to the counters of refusals and unknown servers, and every call to the next observer.
 */
export class RefusalObserver implements CallObserver {
  readonly #next: Pick<CallObserver, 'received'>
  readonly #notes: Notes

  constructor(next: Pick<CallObserver, 'received'>, notes: Notes) {
    this.#next = next
    this.#notes = notes
  }

  received(raw: RawCall, context: RequestContext, refusal: Refusal | undefined): void {
    this.#next.received(raw, context, refusal)
    if (refusal !== undefined) this.#note(context, refusal.guard, refusal.code)
  }

  answered(context: RequestContext, code: number): void {
    if (GUESSES.has(code)) this.#note(context, GUESS, code)
    if (code === CODE.mt5NotFound) this.#noteUnknown(context)
  }

  #noteUnknown({ app, given, now }: RequestContext): void {
    const accountKey = findAccountKey({
      accountKey: given.get('account_key'),
      login: given.get('mt5_login'),
      server: given.get('mt5_server'),
      markcode: given.get('markcode'),
    })
    if (app !== undefined && accountKey !== undefined)
      this.#notes.unknown({ app: app.settings.id, accountKey, at: now })
  }

  #note(context: RequestContext, guard: string, code: number): void {
    const { app, api, ip, now } = context
    if (app === undefined) return
    const sent = code === CODE.dataExpired ? readSeconds((context.given.get('t') ?? '').trim()) : undefined
    const skew = sent === undefined ? undefined : Math.max(-MOST_SKEW, Math.min(MOST_SKEW, sent - now))
    this.#notes.refused({ app: app.settings.id, guard, code, api: api.slice(0, 32), ip, at: now, skew })
  }
}
