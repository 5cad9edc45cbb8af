import { BoundedMap } from '../../contract/bounded-map.ts'
import type { AlertServices, Clock, Log, MessengerOutcome, Random } from '../../contract/ports.ts'
import type { Steward } from '../../copies/stewardship.ts'
import { TEXT_LIMITS } from '../../domain/channels/channel-limits.ts'
import { markRepeated } from '../../domain/channels/channel-texts.ts'
import { judgeChannel } from '../../domain/channels/channel-verdict.ts'
import { claimOf } from '../../domain/outbox/claim.ts'
import { parcelMadeAt, piecesOf } from '../../domain/outbox/parcel.ts'
import type { Store } from '../../store/store.ts'
import { claimParcels, type Claimed } from '../messenger/claim-parcels.ts'
import type { DeliveryRounds } from '../messenger/delivery-rounds.ts'
import { ChannelPlan, type ChannelDelivery } from './channel-plan.ts'
import { targetKey, type ChannelPace } from './channel-pace.ts'
import type { ChannelSettings } from './channel-rules.ts'

interface Parts {
  readonly store: Store
  readonly steward: Steward
  readonly services: AlertServices
  readonly settings: ChannelSettings
  readonly pace: ChannelPace
  readonly rounds: DeliveryRounds
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

type Parcel = Claimed<ChannelDelivery>

/** The progress of a parcel: the pieces that arrived, and whether the next one may have arrived too. */
interface Progress {
  readonly arrived: number
  readonly isDoubtful: boolean
}

/** More parcels than wait between two attempts. */
const MOST_UNFINISHED = 10_000

/**
 * Sends messages of the outbox to people's channels. Their services know no idempotency key: a message that may have
 * arrived is sent again with a mark.
 */
export class ChannelSender {
  readonly #parts: Parts
  readonly #plan: ChannelPlan
  readonly #progress = new BoundedMap<string, Progress>(MOST_UNFINISHED)

  constructor(parts: Parts) {
    this.#parts = parts
    this.#plan = new ChannelPlan(parts)
  }

  /** Starts what may be sent now; resolves when it is under way. */
  async start(): Promise<void> {
    const { store, clock, rounds } = this.#parts
    const now = clock.nowMs()
    const plan = await store.read((unit) => this.#plan.make(unit, now))
    const parcels = await claimParcels(this.#parts, this.#plan.take(plan, now), ({ lane, target }) => {
      lane.end(targetKey(target))
    })
    for (const parcel of parcels) rounds.run(() => this.#deliver(parcel))
  }

  async #deliver(parcel: Parcel): Promise<void> {
    const { store, steward, clock, log, rounds } = this.#parts
    const { lane, target, rows, id } = parcel
    try {
      const outcome = await this.#send(parcel)
      if (rounds.isOver || outcome === undefined) return
      const now = clock.now()
      const verdict = judgeChannel(outcome, {
        now,
        madeAt: parcelMadeAt(id),
        isRepeated: this.#progress.get(id) !== undefined,
        number: (rows[0]?.attempts ?? 0) + 1,
        createdAt: rows[0]?.createdAt ?? now,
      })
      if (verdict.state !== 'waiting') this.#progress.delete(id)
      // Durable: after a power cut the service would not recognize a message that it has.
      await store.write((unit) => unit.outbox.settle(id, verdict, claimOf(steward.name, now)), {
        durable: true,
        lane: 'row',
      })
      // A service that throttles one channel serves the others.
      const isThrottled = outcome !== 'sent' && outcome.failed === 'rate'
      if (!isThrottled) lane.note(verdict, clock.nowMs(), undefined)
      if (verdict.state !== 'sent')
        log.warn('channel.undelivered', {
          channel: parcel.channelId,
          kind: target.kind,
          to: verdict.state,
          why: verdict.error,
        })
    } catch (error) {
      lane.pause(clock.nowMs())
      throw error
    } finally {
      lane.end(targetKey(target))
    }
  }

  /**
   * Sends the pieces that have not arrived. A piece that finds no room in the pace waits for a later turn.
   * @returns undefined when another copy is the steward now
   */
  async #send({ id, parcel, target, rows, language }: Parcel): Promise<MessengerOutcome | undefined> {
    const { services, steward, pace, settings, clock } = this.#parts
    const pieces = piecesOf(rows, TEXT_LIMITS[target.kind])
    // Nothing is known of an attempt before a crash.
    let { arrived, isDoubtful } = this.#progress.get(id) ?? { arrived: 0, isDoubtful: parcel !== '' }
    const begun = arrived
    for (const piece of pieces.slice(arrived)) {
      if (!steward.holds()) return undefined
      const now = clock.nowMs()
      if (arrived > begun) {
        const next = pace.next(target, now)
        if (next > now) return { failed: 'rate', retryAfter: (next - now) / 1000 }
        pace.note(target, now)
      }
      const text = isDoubtful ? markRepeated(language, piece) : piece
      const { outcome, rest } = await services.send(target, { title: settings.current.site.name, text })
      pace.answered(target, clock.nowMs())
      if (outcome !== 'sent') {
        pace.rest(target, clock.nowMs(), outcome.retryAfter)
        isDoubtful ||= outcome.failed === 'unreachable' && outcome.unsent !== true
        if (isDoubtful || arrived > 0) this.#progress.set(id, { arrived, isDoubtful })
        return outcome
      }
      pace.rest(target, clock.nowMs(), rest)
      arrived++
      isDoubtful = false
      if (arrived < pieces.length) this.#progress.set(id, { arrived, isDoubtful })
    }
    return 'sent'
  }
}
