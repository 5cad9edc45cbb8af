import { BoundedMap } from '../../contract/bounded-map.ts'
import type { DeliveryError } from '../../contract/outgoing-names.ts'
import type { ChannelTarget } from '../../contract/ports.ts'
import type { Steward } from '../../copies/stewardship.ts'
import type { MailLanguage } from '../../domain/outbox/mail-text.ts'
import { missingFields } from '../../domain/channels/channel.ts'
import { faultIn, originOf } from '../../domain/channels/channel-address.ts'
import { GATHER_MS, TEXT_LIMITS } from '../../domain/channels/channel-limits.ts'
import { claimOf, isClaimedByAnother } from '../../domain/outbox/claim.ts'
import type { OutboxRow } from '../../domain/outbox/message.ts'
import { pack } from '../../domain/outbox/parcel.ts'
import type { Unit } from '../../store/store.ts'
import { MessengerLane } from '../messenger/messenger-lane.ts'
import { targetKey, type ChannelPace } from './channel-pace.ts'
import { isReachable } from './channel-routes.ts'
import { languageFor, rulesFor, type ChannelSettings } from './channel-rules.ts'

/** Messages of one channel that leave as one. */
export interface ChannelDelivery {
  readonly channelId: number
  readonly target: ChannelTarget
  /** The service's lane: one that hangs doesn't delay the others. */
  readonly lane: MessengerLane
  readonly language: MailLanguage
  readonly rows: readonly OutboxRow[]
  /** The id of an earlier attempt's parcel; empty for a first one. */
  readonly parcel: string
}

export interface ChannelPlanned {
  readonly deliveries: readonly ChannelDelivery[]
  readonly givenUp: { readonly ids: readonly number[]; readonly error: DeliveryError }[]
}

/** A plan that isn't noted yet. */
interface ChannelDraft extends ChannelPlanned {
  readonly deliveries: ChannelDelivery[]
  /** Where the next turn begins. */
  readonly after: number
}

type Way = Pick<ChannelDelivery, 'target' | 'language'>

/** Limits of one turn: it shares a thread with the calls of trading programs. */
const CHANNELS_A_TURN = 100
const ROWS_A_CHANNEL = 100
const MOST_SERVICES = 1000

/** Decides which messages to channels may leave now. */
export class ChannelPlan {
  readonly #settings: ChannelSettings
  readonly #pace: ChannelPace
  readonly #steward: Steward
  readonly #lanes = new BoundedMap<string, MessengerLane>(MOST_SERVICES)
  /** The channel at which the last turn stopped. */
  #after = 0

  constructor(parts: {
    readonly settings: ChannelSettings
    readonly pace: ChannelPace
    readonly steward: Steward
  }) {
    this.#settings = parts.settings
    this.#pace = parts.pace
    this.#steward = parts.steward
  }

  /** Notes nothing: the store may repeat a read. @param now Unix milliseconds */
  async make(unit: Unit, now: number): Promise<ChannelDraft> {
    const waiting = await unit.outbox.waitingChannels(this.#after, CHANNELS_A_TURN)
    const after = waiting.length < CHANNELS_A_TURN ? 0 : (waiting.at(-1) ?? 0)
    const plan: ChannelDraft = { deliveries: [], givenUp: [], after }
    for (const channelId of waiting) await this.#lookAt(unit, channelId, now, plan)
    return plan
  }

  /**
   * Notes the planned deliveries in the pace and in their lanes. @param now Unix milliseconds
   * @returns the plan without deliveries that others of the plan leave no room for: they wait for the next turn
   */
  take({ deliveries, givenUp, after }: ChannelDraft, now: number): ChannelPlanned {
    this.#after = after
    const taken = deliveries.filter(({ lane, target }) => {
      if (!this.#isFree(lane, target, now)) return false
      lane.begin(targetKey(target))
      this.#pace.note(target, now)
      return true
    })
    return { deliveries: taken, givenUp }
  }

  #isFree(lane: MessengerLane, target: ChannelTarget, now: number): boolean {
    return !lane.isUnderWay(targetKey(target)) && lane.room(now) > 0 && this.#pace.next(target, now) <= now
  }

  async #lookAt(unit: Unit, channelId: number, now: number, plan: ChannelDraft): Promise<void> {
    const rows = await unit.outbox.waitingForChannel(channelId, ROWS_A_CHANNEL)
    const [first] = rows
    // No message overtakes one that waits for another attempt.
    const seconds = Math.floor(now / 1000)
    if (first === undefined || first.nextAt > seconds) return
    if (isClaimedByAnother(first, claimOf(this.#steward.name, seconds))) return
    const way = await this.#wayTo(unit, channelId)
    if (way === undefined) return
    if ('dead' in way) {
      plan.givenUp.push({ ids: rows.map(({ id }) => id), error: way.dead })
      return
    }
    const { target } = way
    const lane = this.#laneOf(target)
    if (!this.#isFree(lane, target, now)) return
    const chosen =
      first.parcel === '' ? this.#gather(rows, target, now) : await unit.outbox.ofParcel(first.parcel)
    if (chosen === undefined) return
    plan.deliveries.push({ channelId, lane, ...way, rows: chosen, parcel: first.parcel })
  }

  /** @returns undefined while the channel's keys can't be opened: the messages wait */
  async #wayTo(unit: Unit, channelId: number): Promise<Way | { readonly dead: DeliveryError } | undefined> {
    const channel = await unit.channels.find(channelId)
    if (channel === undefined || channel.kind === 'mail') return { dead: 'no_recipient' }
    if (channel.locked) return undefined
    const person = await unit.operators.find(channel.personId)
    if (person === undefined || !(await isReachable(unit, person))) return { dead: 'no_recipient' }
    if (!channel.enabled) return { dead: 'switched_off' }
    const { kind, config } = channel
    if (missingFields(kind, config).length > 0) return { dead: 'credentials' }
    if (faultIn(kind, config, rulesFor(person, this.#settings)) !== undefined) return { dead: 'base' }
    return { target: { kind, config }, language: languageFor(person, this.#settings) }
  }

  /** The first messages that fit into one text. @returns undefined where more may come in a moment */
  #gather(rows: readonly OutboxRow[], target: ChannelTarget, now: number): readonly OutboxRow[] | undefined {
    const isClaimed = rows.findIndex(({ parcel }) => parcel !== '')
    const free = isClaimed < 0 ? rows : rows.slice(0, isClaimed)
    const { rows: fitting, isFull } = pack(free, TEXT_LIMITS[target.kind])
    const last = this.#pace.last(target) ?? -Infinity
    const isMany = isFull || free.length === ROWS_A_CHANNEL
    return isMany || Math.abs(now - last) >= GATHER_MS ? fitting : undefined
  }

  #laneOf({ kind, config }: ChannelTarget): MessengerLane {
    const origin = originOf(kind, config)
    const lane = this.#lanes.get(origin) ?? new MessengerLane()
    this.#lanes.set(origin, lane)
    return lane
  }
}
