import { CONSOLE } from '../../contract/error-codes.ts'
import { MAX_WEBHOOKS } from '../../contract/limits.ts'
import type { Random } from '../../contract/ports.ts'
import type { WebhookEvent } from '../../contract/webhook-names.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import type { DeliveryCounts } from '../../store/repositories/webhooks.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import { audit } from '../platform/audit-trail.ts'
import { Refused } from '../refused.ts'
import type { AttemptParts } from './webhook-attempt.ts'
import type { WebhookEnds } from './webhook-ends.ts'

interface Parts extends AttemptParts {
  readonly store: Store
  readonly ends: WebhookEnds
  readonly random: Random
}

export interface WantedWebhook {
  readonly name: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly app: number | null
  readonly enabled: boolean
}

export type CountedWebhook = Webhook & DeliveryCounts

/** A secret has 256 bits, and a beginning by which programs that look for leaked secrets find it. */
const SECRET_BYTES = 32
const SECRET_BEGINNING = 'whsec_'
const HOUR = 3600

/** A developer's addresses that receive events. */
export class Webhooks {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  list(actor: Actor): Promise<CountedWebhook[]> {
    return this.#parts.store.read(async (unit) => {
      const rows = await unit.webhooks.listOf(actor.operatorId)
      return Array.fromAsync(rows, (row) => counted(unit, row))
    })
  }

  /** @throws Refused 422 naming the field, 404 for an unknown application, 409 where the developer has too many */
  async create(actor: Actor, wanted: WantedWebhook): Promise<{ row: CountedWebhook; secret: string }> {
    const { store, clock, ends } = this.#parts
    this.#requireAddress(wanted.url)
    const secret = this.#newSecret()
    const row = await store.write(
      async (unit) => {
        const now = clock.now()
        await requireApplication(unit, actor, wanted.app)
        if ((await unit.webhooks.listOf(actor.operatorId)).length >= MAX_WEBHOOKS)
          throw new Refused(CONSOLE.conflict, `A developer has at most ${MAX_WEBHOOKS} webhooks`, {
            webhooks: 'full',
          })
        await ends.begin(unit, wanted.events, now)
        const made = await unit.webhooks.insert({
          ...stored(wanted),
          ownerId: actor.operatorId,
          state: wanted.enabled ? 'on' : 'off',
          secret,
          previousSecret: '',
          previousUntil: null,
          failingSince: null,
          suspendedAt: null,
          createdAt: now,
        })
        await this.#audit(unit, actor, 'webhook_save', undefined, made)
        return counted(unit, made)
      },
      { durable: true },
    )
    return { row, secret }
  }

  /** A suspended webhook stays suspended. @throws Refused 404; 422 naming the field */
  async update(actor: Actor, id: number, wanted: WantedWebhook): Promise<CountedWebhook> {
    const { ends, clock } = this.#parts
    this.#requireAddress(wanted.url)
    return this.#change(actor, id, 'webhook_save', async (unit, before) => {
      await requireApplication(unit, actor, wanted.app)
      if (wanted.enabled) await ends.begin(unit, wanted.events, clock.now())
      const state = before.state === 'suspended' ? 'suspended' : 'on'
      return { ...stored(wanted), state: wanted.enabled ? state : 'off' }
    })
  }

  /** @param overlap hours in which the key of now signs too @throws Refused 404 */
  async rotate(actor: Actor, id: number, overlap: number): Promise<{ row: CountedWebhook; secret: string }> {
    const secret = this.#newSecret()
    const row = await this.#change(actor, id, 'webhook_rotate', async (_, before) => ({
      secret,
      previousSecret: overlap === 0 ? '' : before.secret,
      previousUntil: overlap === 0 ? null : this.#parts.clock.now() + overlap * HOUR,
    }))
    return { row, secret }
  }

  /** @throws Refused 404 */
  delete(actor: Actor, id: number): Promise<void> {
    return this.#parts.store.write(
      async (unit) => {
        const webhook = await requireWebhook(unit, actor, id)
        await unit.webhooks.delete(id)
        await this.#audit(unit, actor, 'webhook_delete', webhook, undefined)
      },
      { durable: true },
    )
  }

  /** All events that wait become due, with a new day of attempts. @throws Refused 404, 409 where it isn't suspended */
  resume(actor: Actor, id: number): Promise<CountedWebhook> {
    return this.#change(actor, id, 'webhook_resume', async (unit, { state }) => {
      if (state !== 'suspended')
        throw new Refused(CONSOLE.conflict, 'The webhook is not suspended', { state })
      await unit.webhookDeliveries.release(id, this.#parts.clock.now())
      return { state: 'on', suspendedAt: null, failingSince: null }
    })
  }

  #change(
    actor: Actor,
    id: number,
    action: string,
    decide: (unit: WriteUnit, before: Webhook) => Promise<Partial<Omit<Webhook, 'id' | 'ownerId'>>>,
  ): Promise<CountedWebhook> {
    return this.#parts.store.write(
      async (unit) => {
        const before = await requireWebhook(unit, actor, id)
        const after = await unit.webhooks.update(id, await decide(unit, before))
        if (after === undefined) throw new Error('the webhook changed meanwhile')
        await this.#audit(unit, actor, action, before, after)
        return counted(unit, after)
      },
      { durable: true },
    )
  }

  #requireAddress(url: string): void {
    const { poster, settings } = this.#parts
    const refusal = poster.refuses(url, settings.current.outside.listed)
    if (refusal !== undefined)
      throw new Refused(CONSOLE.invalid, 'The server does not call this address', { url: refusal })
  }

  #newSecret(): string {
    return SECRET_BEGINNING + Buffer.from(this.#parts.random.bytes(SECRET_BYTES)).toString('base64url')
  }

  async #audit(
    unit: WriteUnit,
    actor: Actor,
    action: string,
    before: Webhook | undefined,
    after: Webhook | undefined,
  ): Promise<void> {
    const webhook = after ?? before
    if (webhook === undefined) return
    const { id, name, appId: app, ownerId: owner } = webhook
    await audit(unit, actor, this.#parts.clock.now(), {
      action,
      subject: { kind: 'webhook', id, label: name },
      app,
      owner,
      before: before && audited(before),
      after: after && audited(after),
    })
  }
}

/** @throws Refused 404 for a webhook of another developer too */
export async function requireWebhook(unit: Unit, actor: Actor, id: number): Promise<Webhook> {
  const webhook = await unit.webhooks.find(id)
  if (webhook?.ownerId !== actor.operatorId) throw new Refused(CONSOLE.notFound, 'There is no such webhook')
  return webhook
}

async function requireApplication(unit: Unit, actor: Actor, app: number | null): Promise<void> {
  if (app === null) return
  const found = await unit.applications.find(app)
  if (found?.ownerId !== actor.operatorId) throw new Refused(CONSOLE.notFound, 'There is no such application')
}

async function counted(unit: Unit, webhook: Webhook): Promise<CountedWebhook> {
  return { ...webhook, ...(await unit.webhookDeliveries.counts(webhook.id)) }
}

function stored({ name, url, events, app }: WantedWebhook) {
  return { name, url, events: [...new Set(events)], appId: app }
}

/** An address may carry a key in its query. */
function audited({ name, url, events, appId, state, previousUntil }: Webhook) {
  const { origin, pathname } = new URL(url)
  return { name, url: `${origin}${pathname}`, events, app: appId, state, previousUntil }
}
