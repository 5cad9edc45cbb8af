import { setTimeout as delay } from 'node:timers/promises'
import type { AjaxReply } from '../ajax/console/dispatch.ts'
import type { PublicReply } from '../ajax/selfservice/dispatch.ts'
import { CODE, CONSOLE } from '../contract/error-codes.ts'

/** The longest wait of an answer for the loading, milliseconds: most servers have loaded by then. */
const PATIENCE_MS = 1000
/** When a customer's page should ask again, seconds. */
const RETRY_SECONDS = 2
const TEXT =
  '服务器正在加载交易账户，请稍后再试 / The server is loading its trading accounts, please try again shortly'

/**
 * Requests that need all trading accounts wait here while the accounts load: those of the console, the customers' page, the
 * live stream and the figures. Calls of programs don't wait.
 */
export class LoadGate {
  readonly #opened = Promise.withResolvers<undefined>()
  /** The progress, 0 to 1. */
  readonly #done: () => number
  readonly #now: () => number
  #isOpen = false

  constructor(done: () => number, now: () => number) {
    this.#done = done
    this.#now = now
    // The callers of `opened` get the error.
    this.#opened.promise.catch(() => undefined)
  }

  open(): void {
    this.#isOpen = true
    this.#opened.resolve(undefined)
  }

  fail(error: unknown): void {
    this.#opened.reject(error)
  }

  /** Rejects where the accounts can't be loaded. */
  get opened(): Promise<undefined> {
    return this.#opened.promise
  }

  /** Whole percent; undefined when everything is loaded. */
  get percent(): number | undefined {
    return this.#isOpen ? undefined : Math.floor(this.#done() * 100)
  }

  /** Waits a moment where the accounts are not loaded. @returns whether they are */
  async opensSoon(): Promise<boolean> {
    if (this.#isOpen) return true
    await Promise.race([this.opened, delay(PATIENCE_MS)]).catch(() => undefined)
    return this.#isOpen
  }

  refuseConsole(): AjaxReply {
    return { code: CONSOLE.loading, msg: TEXT, fields: { loaded: String(this.percent) }, time: this.#now() }
  }

  refusePublic(): PublicReply {
    return {
      status: 200,
      json: { code: CODE.stopping, msg: TEXT, time: this.#now() },
      retryAfter: RETRY_SECONDS,
    }
  }
}
