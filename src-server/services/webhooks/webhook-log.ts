import { CONSOLE } from '../../contract/error-codes.ts'
import { SecretsLocked } from '../../contract/secrets-locked.ts'
import type { WebhookDeliveryState } from '../../contract/webhook-names.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { isTaken, settle } from '../../domain/webhook/verdict.ts'
import type { Webhook, WebhookDelivery } from '../../domain/webhook/webhook.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import { audit } from '../platform/audit-trail.ts'
import { Refused } from '../refused.ts'
import { attempt, type AttemptParts } from './webhook-attempt.ts'
import { requireWebhook } from './webhooks.ts'

interface Parts extends AttemptParts {
  readonly store: Store
}

const PAGE = 50
const DAY = 86_400
const ENDED_KEPT_DAYS = 30
/** Events of webhooks that are suspended or off wait so long. */
const WAITING_KEPT_DAYS = 90
/** Events deleted in one unit of work. */
const FORGOTTEN_A_TURN = 2000

/** The log of a webhook: each event with its last answer. */
export class WebhookLog {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws Refused 404 */
  async page(
    actor: Actor,
    id: number,
    query: { readonly state?: WebhookDeliveryState | undefined; readonly before?: number | undefined },
  ): Promise<{ rows: WebhookDelivery[]; next: number | null }> {
    const found = await this.#parts.store.read(async (unit) => {
      await requireWebhook(unit, actor, id)
      return unit.webhookDeliveries.log(id, { ...query, limit: PAGE + 1 })
    })
    const rows = found.slice(0, PAGE)
    return { rows, next: found.length > PAGE ? (rows.at(-1)?.id ?? null) : null }
  }

  /** Sends a test once. It is stored as given up until its answer came, so that nothing sends it again. @throws Refused 404 */
  async test(actor: Actor, id: number): Promise<WebhookDelivery> {
    const { store, clock } = this.#parts
    const at = clock.now()
    const { webhook, delivery } = await store.write(
      async (unit) => {
        const webhook = await requireWebhook(unit, actor, id)
        if (webhook.secret === '') throw new SecretsLocked()
        const { appId } = webhook
        const content = { event: 'test', data: '{}', appId, state: 'failed', createdAt: at } as const
        const delivery = await unit.webhookDeliveries.insert({ ...content, webhookId: id })
        await auditEvent(unit, actor, at, 'webhook_test', webhook, delivery)
        return { webhook, delivery }
      },
      { durable: true },
    )
    const { outcome, tookMs } = await attempt(this.#parts, webhook, delivery)
    const now = clock.now()
    const settled = settle({ delivery, outcome, now, tookMs, chance: 0 })
    const state = isTaken(outcome) ? 'delivered' : 'failed'
    const tested = await store.write(
      (unit) => unit.webhookDeliveries.update(delivery.id, { ...settled, state }),
      { durable: false },
    )
    if (tested === undefined) throw new Refused(CONSOLE.notFound, 'There is no such webhook')
    return tested
  }

  /** Sends an event again under its id. @throws Refused 404, 409 for a test */
  resend(actor: Actor, eventId: number): Promise<WebhookDelivery> {
    const { store, clock } = this.#parts
    return store.write(
      async (unit) => {
        const now = clock.now()
        const { webhook, delivery } = await requireEvent(unit, actor, eventId)
        if (delivery.event === 'test')
          throw new Refused(CONSOLE.conflict, 'A test is sent once', { event: 'test' })
        const waiting = { state: 'waiting', attempts: 0, firstAt: null, nextAt: now } as const
        const again = await unit.webhookDeliveries.revive(delivery.id, waiting)
        if (again === undefined) throw new Error('the event changed meanwhile')
        await auditEvent(unit, actor, now, 'webhook_resend', webhook, again)
        return again
      },
      { durable: true },
    )
  }

  /** Deletes old events. */
  async forgetOld(): Promise<void> {
    const { store, clock } = this.#parts
    const now = clock.now()
    await store.write(
      (unit) =>
        unit.webhookDeliveries.forget(
          now - ENDED_KEPT_DAYS * DAY,
          now - WAITING_KEPT_DAYS * DAY,
          FORGOTTEN_A_TURN,
        ),
      { durable: false },
    )
  }
}

async function requireEvent(
  unit: Unit,
  actor: Actor,
  id: number,
): Promise<{ webhook: Webhook; delivery: WebhookDelivery }> {
  const delivery = await unit.webhookDeliveries.find(id)
  const webhook = delivery && (await unit.webhooks.find(delivery.webhookId))
  if (delivery === undefined || webhook?.ownerId !== actor.operatorId)
    throw new Refused(CONSOLE.notFound, 'There is no such event')
  return { webhook, delivery }
}

async function auditEvent(
  unit: WriteUnit,
  actor: Actor,
  at: number,
  action: string,
  { id, name, appId: app, ownerId: owner }: Webhook,
  { eventId, event }: WebhookDelivery,
): Promise<void> {
  const subject = { kind: 'webhook', id, label: name }
  await audit(unit, actor, at, { action, subject, app, owner, after: { event, id: eventId } })
}
