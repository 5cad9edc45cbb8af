import type { Clock, Log } from '../../contract/ports.ts'
import type { Bus } from '../../copies/bus.ts'
import type { Steward } from '../../copies/stewardship.ts'
import { OLDEST_SECONDS } from '../../domain/outbox/verdict.ts'
import type { Store } from '../../store/store.ts'
import { DeliveryRounds } from './delivery-rounds.ts'

export interface Sender {
  start(): Promise<void>
}

interface Parts {
  readonly store: Store
  readonly bus: Bus
  readonly steward: Steward
  readonly clock: Clock
  readonly log: Log
}

const DAY = 86_400
const SENT_KEPT_DAYS = 30
const DEAD_KEPT_DAYS = 90
/** Messages deleted in one unit of work. */
const FORGOTTEN_A_TURN = 2000
/** When the server stops, deliveries under way get so long, milliseconds: the whole stop has 5 s. */
const STOP_MS = 2500

/**
 * Sends the messages of the outbox, at the steward. Nobody who writes a message waits for its delivery. It runs periodically, and at
 * once when a message is added.
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
      if (parts.steward.isMine) this.#wake()
      else parts.bus.publish('outgoing', null)
    })
    parts.bus.subscribe('outgoing', () => {
      this.#wake()
    })
  }

  /** Starts a look soon; the caller goes on at once. */
  #wake(): void {
    this.look().catch((error: unknown) => {
      if (!this.#isStopping) this.#parts.log.error('deliveries.failed', error)
    })
  }

  /** Starts what may be sent now. A call during a look causes one more look. */
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

  /** Gives up messages that waited for days, and deletes old ones. */
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

  /** A delivery under way ends, or its message waits in the outbox as before. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#turn?.catch(() => undefined)
    await this.#rounds.end(STOP_MS)
  }

  async #lookAround(): Promise<void> {
    do {
      for (const sender of this.#senders) {
        if (this.#isStopping || !this.#parts.steward.holds()) return
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
