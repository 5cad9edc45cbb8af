import type { Clock, Log } from '../../contract/ports.ts'
import { OLDEST_SECONDS } from '../../domain/outbox/verdict.ts'
import type { Store } from '../../store/store.ts'
import { DeliveryRounds } from './delivery-rounds.ts'

interface Sender {
  start(): Promise<void>
}

interface Parts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

const DAY = 86_400
const SENT_KEPT_DAYS = 30
const DEAD_KEPT_DAYS = 90
/** Deleted in one unit of work. */
const FORGOTTEN_A_TURN = 2000
/** What is under way has so long when the server stops, milliseconds: all of it has 5 s. */
const STOP_MS = 2500

/**
 * Everything that leaves the machine goes through here, from the outbox (architecture.md, rule 6): nobody who puts a message in waits
 * for it. Run again and again, and at once when something came.
 */
export class Deliveries {
  readonly #parts: Parts
  readonly #senders: readonly Sender[]
  readonly #rounds: DeliveryRounds
  #turn: Promise<void> | undefined
  #isAskedAgain = false
  #isStopping = false

  constructor(parts: Parts, makeSenders: (rounds: DeliveryRounds) => readonly Sender[]) {
    this.#parts = parts
    this.#rounds = new DeliveryRounds(parts.log, () => {
      this.#wake()
    })
    this.#senders = makeSenders(this.#rounds)
    parts.store.onOutgoing(() => {
      this.#wake()
    })
  }

  /** Looks for what may leave now, soon: whoever calls goes on at once. */
  #wake(): void {
    this.look().catch((error: unknown) => {
      if (!this.#isStopping) this.#parts.log.error('deliveries.failed', error)
    })
  }

  /** Starts what may leave now. Asked for while it looks, it looks once more. */
  look(): Promise<void> {
    if (this.#turn !== undefined) {
      this.#isAskedAgain = true
      return this.#turn
    }
    this.#turn = this.#lookAround().finally(() => {
      this.#turn = undefined
    })
    return this.#turn
  }

  /** Gives up what waited for days, and forgets what is long past. */
  async tidy(): Promise<void> {
    const { store, clock } = this.#parts
    const now = clock.now()
    await store.write(
      async ({ outbox }) => {
        await outbox.buryBefore(now - OLDEST_SECONDS, 'too_old')
        await outbox.forget(now - SENT_KEPT_DAYS * DAY, now - DEAD_KEPT_DAYS * DAY, FORGOTTEN_A_TURN)
      },
      { durable: false },
    )
  }

  /** What is under way ends, or waits in the outbox as it was. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#turn?.catch(() => undefined)
    await this.#rounds.end(STOP_MS)
  }

  async #lookAround(): Promise<void> {
    do {
      for (const sender of this.#senders) {
        if (this.#isStopping) return
        await sender.start()
      }
    } while (this.#takeAskedAgain())
  }

  #takeAskedAgain(): boolean {
    const was = this.#isAskedAgain
    this.#isAskedAgain = false
    return was
  }
}
