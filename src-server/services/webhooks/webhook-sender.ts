import type { Log, Random } from '../../contract/ports.ts'
import type { Steward } from '../../copies/stewardship.ts'
import { FAILURES_UNTIL_PROBES, pauseOfWebhook, RETRY_SECONDS } from '../../domain/webhook/retry.ts'
import { isTaken, settle } from '../../domain/webhook/verdict.ts'
import type { Webhook, WebhookDelivery } from '../../domain/webhook/webhook.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { DeliveryRounds } from '../messenger/delivery-rounds.ts'
import { attempt, type Attempted, type AttemptParts } from './webhook-attempt.ts'
import type { WebhookNotices } from './webhook-notices.ts'

interface Parts extends AttemptParts {
  readonly store: Store
  readonly steward: Steward
  readonly notices: WebhookNotices
  readonly rounds: DeliveryRounds
  readonly random: Random
  readonly log: Log
}

/** Calls under way at the same time, in all and to one host. */
const MOST_AT_ONCE = 16
const MOST_OF_HOST = 4
/** After an error of the store, a webhook waits so long, milliseconds. */
const STORE_PAUSE_MS = 5000

/** A webhook's failures in a row. They are forgotten at a restart. */
interface Lane {
  failures: number
  pausedUntilMs: number
}

/**
 * Sends events to webhooks. Events of one webhook begin in the order of their causes, several at a time. An event that
 * fails waits, and those after it go on.
 */
export class WebhookSender {
  readonly #parts: Parts
  readonly #lanes = new Map<number, Lane>()
  /** The host of each event under way, by the event's number. */
  readonly #underWay = new Map<number, string>()
  /** For each look at the store under way, the events that it may show as waiting though they were sent since. */
  readonly #looks = new Set<Set<number>>()
  /** The webhook after which the next look begins, so that each one has its turn. */
  #last = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Starts what may be sent now; resolves when it is under way. */
  async start(): Promise<void> {
    const { store, rounds } = this.#parts
    if (this.#underWay.size >= MOST_AT_ONCE) return
    const sent = new Set(this.#underWay.keys())
    this.#looks.add(sent)
    const looking = store.read(async (unit) => {
      const found: { webhook: Webhook; deliveries: WebhookDelivery[] }[] = []
      for (const id of this.#inTurn(await unit.webhookDeliveries.waitingWebhooks())) {
        if (this.#isPaused(id)) continue
        const webhook = await unit.webhooks.find(id)
        // While the stored secrets are locked, nothing can be signed.
        if (webhook?.state !== 'on' || webhook.secret === '') continue
        const limit = MOST_OF_HOST + this.#underWay.size
        const now = this.#parts.clock.now()
        found.push({ webhook, deliveries: await unit.webhookDeliveries.due(id, now, limit) })
      }
      return found
    })
    const due = await looking.finally(() => this.#looks.delete(sent))
    for (const { webhook, deliveries } of due) {
      const host = new URL(webhook.url).host
      for (const delivery of deliveries) {
        const isKnown = sent.has(delivery.id) || this.#underWay.has(delivery.id)
        if (isKnown || !this.#hasRoom(webhook, host)) continue
        this.#underWay.set(delivery.id, host)
        for (const look of this.#looks) look.add(delivery.id)
        this.#last = webhook.id
        rounds.run(() => this.#deliver(webhook, delivery))
      }
    }
  }

  #inTurn(ids: readonly number[]): number[] {
    return [...ids.filter((id) => id > this.#last), ...ids.filter((id) => id <= this.#last)]
  }

  #isPaused(id: number): boolean {
    const untilMs = this.#lanes.get(id)?.pausedUntilMs ?? 0
    const nowMs = this.#parts.clock.nowMs()
    // A pause longer than any possible one comes from before the clock was set back.
    return untilMs > nowMs && untilMs - nowMs <= RETRY_SECONDS * 1000
  }

  /** A webhook that fails again and again gets one event at a time. */
  #hasRoom(webhook: Webhook, host: string): boolean {
    const toHost = [...this.#underWay.values()].filter((one) => one === host).length
    const isProbed = (this.#lanes.get(webhook.id)?.failures ?? 0) >= FAILURES_UNTIL_PROBES
    return this.#underWay.size < MOST_AT_ONCE && toHost < (isProbed ? 1 : MOST_OF_HOST)
  }

  async #deliver(webhook: Webhook, delivery: WebhookDelivery): Promise<void> {
    const { store, steward, rounds, log } = this.#parts
    try {
      if (!steward.holds()) return
      const attempted = await attempt(this.#parts, webhook, delivery)
      if (rounds.isOver) return
      // After a power cut the event is sent again with the same id, and the receiver recognizes it.
      await store.write((unit) => this.#settle(unit, webhook.id, delivery.id, attempted), { durable: false })
      this.#note(webhook.id, isTaken(attempted.outcome))
      if (!isTaken(attempted.outcome)) log.warn('webhook.undelivered', { webhook: webhook.id })
    } catch (error) {
      this.#lanes.set(webhook.id, { failures: 0, pausedUntilMs: this.#parts.clock.nowMs() + STORE_PAUSE_MS })
      throw error
    } finally {
      this.#underWay.delete(delivery.id)
    }
  }

  async #settle(
    unit: WriteUnit,
    webhookId: number,
    id: number,
    { outcome, tookMs }: Attempted,
  ): Promise<void> {
    const { clock, random, notices } = this.#parts
    // Either may have been deleted, and the event may have been sent by hand, while the call was under way.
    const webhook = await unit.webhooks.find(webhookId)
    const delivery = await unit.webhookDeliveries.find(id)
    if (webhook === undefined || delivery?.state !== 'waiting') return
    const now = clock.now()
    const settled = settle({ delivery, outcome, now, tookMs, chance: random.below(1000) / 1000 })
    if (isTaken(outcome)) {
      if (webhook.failingSince !== null) await unit.webhooks.update(webhookId, { failingSince: null })
    } else if (webhook.state === 'on') {
      const failingSince = webhook.failingSince ?? now
      if (webhook.failingSince === null) await unit.webhooks.update(webhookId, { failingSince })
      if (now - failingSince >= RETRY_SECONDS) {
        const suspended = await unit.webhooks.update(webhookId, { state: 'suspended', suspendedAt: now })
        if (suspended !== undefined) await notices.suspended(unit, suspended, settled, now)
        // The event waits for the resumption with all others.
        await unit.webhookDeliveries.update(id, { ...settled, state: 'waiting' })
        return
      }
    }
    await unit.webhookDeliveries.update(id, settled)
  }

  #note(id: number, isDelivered: boolean): void {
    if (isDelivered) {
      this.#lanes.delete(id)
      return
    }
    const failures = (this.#lanes.get(id)?.failures ?? 0) + 1
    const pausedUntilMs = this.#parts.clock.nowMs() + pauseOfWebhook(failures) * 1000
    this.#lanes.set(id, { failures, pausedUntilMs })
  }
}
