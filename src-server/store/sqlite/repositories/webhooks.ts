import { eq } from 'drizzle-orm'
import type { WebhookEvent } from '../../../contract/webhook-names.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { EndedLicence, WebhookRepository } from '../../repositories/webhooks.ts'
import type { Connection } from '../connection.ts'
import { webhooks } from '../schema/index.ts'
import type { Seal } from '../../sealing/seal.ts'
import { sealedRows } from '../../sealing/sealed-rows.ts'

export function createWebhookRepository({ orm, raw }: Connection, seal: Seal): WebhookRepository {
  const secrets = sealedRows('webhooks', seal)
  const open = (row: Webhook): Webhook => secrets.open(row.id, row)
  const opened = (row: Webhook | undefined) => row && open(row)
  // Each cause asks, so the events are compared here: json_each costs ten times the rest of the look.
  const listening = raw.prepare<[{ app: number }], { id: number; events: string }>(
    `SELECT id, events FROM webhooks WHERE owner_id = (SELECT owner_id FROM applications WHERE id = @app)
       AND (app_id IS NULL OR app_id = @app) AND state <> 'off'`,
  )
  const appsWanting = raw
    .prepare<[{ event: WebhookEvent }], number>(
      `SELECT DISTINCT a.id FROM webhooks w JOIN applications a ON a.owner_id = w.owner_id
       WHERE (w.app_id IS NULL OR w.app_id = a.id) AND w.state <> 'off'
         AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = @event) ORDER BY a.id`,
    )
    .pluck()
  // Each uses the index of the application's ends.
  const ended = (table: string, name: string, end: string, where: string) =>
    raw.prepare<[{ app: number; after: number; upTo: number }], EndedLicence>(
      `SELECT ${name} AS name, ${end} AS endsAt FROM ${table}
       WHERE app_id = @app AND ${end} > @after AND ${end} <= @upTo${where} ORDER BY ${end}, id`,
    )
  const endedCodes = ended('codes', 'kami', 'coalesce(end_time, -1)', ' AND recycled_at IS NULL')
  const endedDevices = ended('devices', 'account_key', 'vip', '')
  const endedAccounts = ended('accounts', 'user', 'vip', '')
  const update = (id: number, change: Partial<Omit<Webhook, 'id' | 'ownerId'>>) =>
    opened(
      orm.update(webhooks).set(secrets.close(id, change)).where(eq(webhooks.id, id)).returning().all()[0],
    )
  return {
    insert: async (webhook) =>
      secrets.insert(webhook, (blank) => orm.insert(webhooks).values(blank).returning().get(), update),
    find: async (id) => opened(orm.select().from(webhooks).where(eq(webhooks.id, id)).get()),
    listOf: async (ownerId) =>
      orm.select().from(webhooks).where(eq(webhooks.ownerId, ownerId)).orderBy(webhooks.id).all().map(open),
    update: async (id, change) => update(id, change),
    delete: async (id) => {
      orm.delete(webhooks).where(eq(webhooks.id, id)).run()
    },
    wanting: async (app, event) =>
      listening
        .all({ app })
        .filter(({ events }) => events.includes(`"${event}"`))
        .map(({ id }) => id),
    ended: async (app, after, upTo) => ({
      codes: endedCodes.all({ app, after, upTo }),
      tradingAccounts: endedDevices.all({ app, after, upTo }),
      userAccounts: endedAccounts.all({ app, after, upTo }),
    }),
    appsWanting: async (event) => appsWanting.all({ event }),
  }
}
