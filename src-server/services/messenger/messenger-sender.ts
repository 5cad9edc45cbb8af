import type { Clock, Log, Messenger, MessengerOutcome, Random } from '../../contract/ports.ts'
import type { Steward } from '../../copies/stewardship.ts'
import { claimOf } from '../../domain/outbox/claim.ts'
import { parcelMadeAt, textsOf } from '../../domain/outbox/parcel.ts'
import { judgeMessenger } from '../../domain/outbox/verdict.ts'
import type { Store } from '../../store/store.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { claimParcels, type Claimed } from './claim-parcels.ts'
import type { DeliveryRounds } from './delivery-rounds.ts'
import type { MessengerPace } from './messenger-pace.ts'
import { MessengerPlan, type Delivery } from './messenger-plan.ts'

interface Parts {
  readonly store: Store
  readonly steward: Steward
  readonly registry: ApplicationRegistry
  readonly messenger: Messenger
  readonly pace: MessengerPace
  readonly rounds: DeliveryRounds
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

type Parcel = Claimed<Delivery>

/** Sends messages of the outbox by the messenger's service. */
export class MessengerSender {
  readonly #parts: Parts
  readonly #plan: MessengerPlan

  constructor(parts: Parts) {
    this.#parts = parts
    this.#plan = new MessengerPlan(parts)
  }

  /** Starts what may be sent now; resolves when it is under way. */
  async start(): Promise<void> {
    const { store, clock, rounds } = this.#parts
    const now = clock.nowMs()
    const plan = await store.read((unit) => this.#plan.make(unit, now))
    this.#plan.take(plan, now)
    const parcels = await claimParcels(this.#parts, plan, ({ lane, openId }) => {
      lane.end(openId)
    })
    for (const parcel of parcels) rounds.run(() => this.#deliver(parcel))
  }

  async #deliver(parcel: Parcel): Promise<void> {
    const { store, steward, clock, log, rounds } = this.#parts
    const { lane, openId, rows, id } = parcel
    try {
      const outcome = await this.#send(parcel)
      if (rounds.isOver || outcome === undefined) return
      const now = clock.now()
      const verdict = judgeMessenger(outcome, {
        now,
        madeAt: parcelMadeAt(id),
        isRepeated: parcel.isRepeated,
        number: (rows[0]?.attempts ?? 0) + 1,
      })
      // After a power cut the message is sent again; the service recognizes the key and delivers it once.
      await store.write((unit) => unit.outbox.settle(id, verdict, claimOf(steward.name, now)), {
        durable: false,
        lane: 'row',
      })
      lane.note(verdict, clock.nowMs(), outcome === 'sent' ? undefined : outcome.retryAfter)
      if (verdict.state !== 'sent') {
        const [first] = rows
        log.warn('message.undelivered', { app: first?.appId, to: verdict.state, why: verdict.error })
      }
    } catch (error) {
      lane.pause(clock.nowMs())
      throw error
    } finally {
      lane.end(openId)
    }
  }

  /** @returns undefined when another copy is the steward now, and sends the message again with the same key */
  async #send({ bot, openId, rows, id }: Parcel): Promise<MessengerOutcome | undefined> {
    const { steward, messenger, pace, clock } = this.#parts
    let outcome: MessengerOutcome = 'sent'
    for (const [at, message] of textsOf(id, rows).entries()) {
      if (!steward.holds()) return undefined
      if (at > 0) pace.noteFor(bot, openId, clock.nowMs())
      outcome = await messenger.send({ ...bot, openId }, message)
      if (outcome === 'sent') continue
      if (at === 0) return outcome
      // An earlier piece has arrived: the retry sends the whole message again with the same keys.
      const { unsent: _, ...failure } = outcome
      return failure.failed === 'rate' ? { ...failure, failed: 'unreachable' } : failure
    }
    return outcome
  }
}
