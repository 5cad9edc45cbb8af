import type { DeliveryError } from '../../contract/outgoing-names.ts'
import type { MessengerBot } from '../../contract/ports.ts'
import type { Steward } from '../../copies/stewardship.ts'
import { claimOf, isClaimedByAnother } from '../../domain/outbox/claim.ts'
import type { OutboxRow } from '../../domain/outbox/message.ts'
import { pack, parcelMadeAt } from '../../domain/outbox/parcel.ts'
import { deliveryRouteOf } from '../../domain/outbox/delivery-route.ts'
import { isKeyOver } from '../../domain/outbox/verdict.ts'
import type { Unit } from '../../store/store.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { MessengerLane } from './messenger-lane.ts'
import { botKey, type MessengerPace } from './messenger-pace.ts'

/** Messages of one recipient that are sent as one. */
export interface Delivery {
  readonly bot: MessengerBot
  readonly lane: MessengerLane
  readonly openId: string
  readonly rows: readonly OutboxRow[]
  /** The key of an earlier attempt; empty for a first one. */
  readonly parcel: string
}

/** Messages that are given up. */
export interface GivenUp {
  readonly ids: readonly number[]
  readonly error: DeliveryError
}

export interface Plan {
  readonly deliveries: Delivery[]
  readonly givenUp: GivenUp[]
  /** Where the next turn begins. */
  afterApp: number
  /** The recipient behind whom the next turn of an application begins, undefined for the first one. */
  readonly afterRecipient: Map<number, string | undefined>
}

/** A plan while it is made. Its pace and its lanes count its deliveries on top of those of earlier plans. */
interface Draft {
  readonly plan: Plan
  readonly pace: MessengerPace
  readonly lanes: Map<MessengerLane, MessengerLane>
}

/** Limits of one turn: it shares a thread with the calls of trading programs. */
const APPS_A_TURN = 100
const RECIPIENTS_A_TURN = 32
const ROWS_A_RECIPIENT = 100
/** Messages that come within so long after another one are sent together, milliseconds. */
export const MERGE_MS = 2000

/** Decides which waiting messages may be sent now. */
export class MessengerPlan {
  readonly #registry: ApplicationRegistry
  readonly #pace: MessengerPace
  readonly #steward: Steward
  readonly #lanes = new Map<string, MessengerLane>()
  /** Where the last turn stopped. The next turn continues behind it, so that every recipient gets a turn. */
  #afterApp = 0
  readonly #afterRecipient = new Map<number, string>()

  constructor(parts: {
    readonly registry: ApplicationRegistry
    readonly pace: MessengerPace
    readonly steward: Steward
  }) {
    this.#registry = parts.registry
    this.#pace = parts.pace
    this.#steward = parts.steward
  }

  /** Notes nothing: the store may repeat a read. @param now Unix milliseconds */
  async make(unit: Unit, now: number): Promise<Plan> {
    const apps = await unit.outbox.waitingApps(this.#afterApp, APPS_A_TURN)
    const afterApp = apps.length < APPS_A_TURN ? 0 : (apps.at(-1) ?? 0)
    const plan: Plan = { deliveries: [], givenUp: [], afterApp, afterRecipient: new Map() }
    const draft: Draft = { plan, pace: this.#pace.fork(), lanes: new Map() }
    for (const appId of apps) await this.#lookAt(unit, appId, now, draft)
    return plan
  }

  /** Notes the planned deliveries in the pace and as under way in their lanes. @param now Unix milliseconds */
  take(plan: Plan, now: number): void {
    this.#afterApp = plan.afterApp
    for (const [appId, openId] of plan.afterRecipient) {
      if (openId === undefined) this.#afterRecipient.delete(appId)
      else this.#afterRecipient.set(appId, openId)
    }
    for (const { bot, lane, openId } of plan.deliveries) begin(lane, this.#pace, { bot, openId, now })
  }

  async #lookAt(unit: Unit, appId: number, now: number, { plan, pace, lanes }: Draft): Promise<void> {
    const route = deliveryRouteOf(this.#registry.find(appId)?.settings)
    const own = 'bot' in route ? this.#laneOf(route.bot) : undefined
    const lane = own && (lanes.get(own) ?? own.fork())
    if (own !== undefined && lane !== undefined) lanes.set(own, lane)
    if (lane !== undefined && lane.room(now) <= 0) return
    const after = this.#afterRecipient.get(appId) ?? ''
    const recipients = await unit.outbox.waitingRecipients(appId, after, RECIPIENTS_A_TURN)
    plan.afterRecipient.set(appId, undefined)
    let last = after
    for (const openId of recipients) {
      const isFull =
        'bot' in route && lane !== undefined && (lane.room(now) <= 0 || pace.nextBy(route.bot, now) > now)
      if (isFull) {
        plan.afterRecipient.set(appId, last)
        return
      }
      last = openId
      if (!('bot' in route) || own === undefined || lane === undefined) {
        const rows = await unit.outbox.waitingFor(appId, openId, ROWS_A_RECIPIENT)
        if ('dead' in route) plan.givenUp.push({ ids: idsOf(rows), error: route.dead })
      } else if (!lane.isUnderWay(openId) && pace.nextFor(route.bot, openId, now) <= now) {
        const found = await this.#choose(unit, { appId, openId, bot: route.bot, now })
        if (found === undefined) continue
        if ('error' in found) plan.givenUp.push(found)
        else {
          plan.deliveries.push({ ...found, bot: route.bot, lane: own, openId })
          begin(lane, pace, { bot: route.bot, openId, now })
        }
      }
    }
    if (recipients.length === RECIPIENTS_A_TURN) plan.afterRecipient.set(appId, last)
  }

  /** Chooses what a recipient gets first: no message overtakes one that waits for another attempt. */
  async #choose(
    unit: Unit,
    to: { readonly appId: number; readonly openId: string; readonly bot: MessengerBot; readonly now: number },
  ): Promise<Pick<Delivery, 'rows' | 'parcel'> | GivenUp | undefined> {
    const waiting = await unit.outbox.waitingFor(to.appId, to.openId, ROWS_A_RECIPIENT)
    const [first] = waiting
    const now = Math.floor(to.now / 1000)
    if (first === undefined || first.nextAt > now) return undefined
    if (isClaimedByAnother(first, claimOf(this.#steward.name, now))) return undefined
    if (first.parcel !== '') {
      const rows = await unit.outbox.ofParcel(first.parcel)
      if (isKeyOver(parcelMadeAt(first.parcel), now)) return { ids: idsOf(rows), error: 'unknown' }
      return { rows, parcel: first.parcel }
    }
    const isClaimed = waiting.findIndex(({ parcel }) => parcel !== '')
    const free = isClaimed < 0 ? waiting : waiting.slice(0, isClaimed)
    const { rows, isFull } = pack(free)
    const last = this.#pace.lastFor(to.bot, to.openId) ?? -Infinity
    const isMany = isFull || free.length === ROWS_A_RECIPIENT
    return isMany || Math.abs(to.now - last) >= MERGE_MS ? { rows, parcel: '' } : undefined
  }

  #laneOf(bot: MessengerBot): MessengerLane {
    const key = botKey(bot)
    const known = this.#lanes.get(key)
    if (known !== undefined) return known
    const lane = new MessengerLane()
    this.#lanes.set(key, lane)
    return lane
  }
}

function begin(
  lane: MessengerLane,
  pace: MessengerPace,
  { bot, openId, now }: { readonly bot: MessengerBot; readonly openId: string; readonly now: number },
): void {
  lane.begin(openId)
  pace.noteFor(bot, openId, now)
  pace.noteBy(bot, now)
}

function idsOf(rows: readonly OutboxRow[]): number[] {
  return rows.map(({ id }) => id)
}
