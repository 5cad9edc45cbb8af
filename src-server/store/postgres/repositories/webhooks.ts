import { eq } from 'drizzle-orm'
import type { WebhookEvent } from '../../../contract/webhook-names.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { EndedLicence, WebhookRepository } from '../../repositories/webhooks.ts'
import type { Seal } from '../../sealing/seal.ts'
import { sealedRows } from '../../sealing/sealed-rows.ts'
import { addedBy, firstOf, type Connection } from '../connection.ts'
import { webhooks } from '../schema/index.ts'

export function createWebhookRepository({ orm, prepare }: Connection, seal: Seal): WebhookRepository {
  const secrets = sealedRows('webhooks', seal)
  const open = (row: Webhook): Webhook => secrets.open(row.id, row)
  const opened = (row: Webhook | undefined) => row && open(row)
  const listening = prepare<[{ app: number }], { id: number; events: string }>(
    `SELECT id, events FROM webhooks WHERE owner_id = (SELECT owner_id FROM applications WHERE id = @app)
       AND (app_id IS NULL OR app_id = @app) AND state <> 'off' ORDER BY id`,
  )
  const appsWanting = prepare<[{ event: WebhookEvent }], { id: number }>(
    `SELECT DISTINCT a.id FROM webhooks w JOIN applications a ON a.owner_id = w.owner_id
     WHERE (w.app_id IS NULL OR w.app_id = a.id) AND w.state <> 'off'
       AND EXISTS (SELECT 1 FROM json_array_elements_text(w.events) AS one (event) WHERE one.event = @event)
     ORDER BY a.id`,
  )
  // Each uses the index of the application's ends.
  const ended = (table: string, name: string, end: string, where: string) =>
    prepare<[{ app: number; after: number; upTo: number }], EndedLicence>(
      `SELECT ${name} AS name, ${end} AS "endsAt" FROM ${table}
       WHERE app_id = @app AND ${end} > @after AND ${end} <= @upTo${where} ORDER BY ${end}, id`,
    )
  const endedCodes = ended('codes', 'kami', 'coalesce(end_time, -1)', ' AND recycled_at IS NULL')
  const endedDevices = ended('devices', 'account_key', 'vip', '')
  const endedAccounts = ended('accounts', '"user"', 'vip', '')
  const update: WebhookRepository['update'] = async (id, change) =>
    opened(
      await firstOf(
        orm.update(webhooks).set(secrets.close(id, change)).where(eq(webhooks.id, id)).returning(),
      ),
    )
  return {
    insert: (webhook) =>
      secrets.insert(webhook, (blank) => addedBy(orm.insert(webhooks).values(blank).returning()), update),
    find: async (id) => opened(await firstOf(orm.select().from(webhooks).where(eq(webhooks.id, id)))),
    listOf: async (ownerId) => {
      const rows = await orm.select().from(webhooks).where(eq(webhooks.ownerId, ownerId)).orderBy(webhooks.id)
      return rows.map(open)
    },
    update,
    delete: async (id) => {
      await orm.delete(webhooks).where(eq(webhooks.id, id))
    },
    wanting: async (app, event) => {
      const rows = await listening.all({ app })
      return rows.filter(({ events }) => events.includes(`"${event}"`)).map(({ id }) => id)
    },
    ended: async (app, after, upTo) => ({
      codes: await endedCodes.all({ app, after, upTo }),
      tradingAccounts: await endedDevices.all({ app, after, upTo }),
      userAccounts: await endedAccounts.all({ app, after, upTo }),
    }),
    appsWanting: async (event) => (await appsWanting.all({ event })).map(({ id }) => id),
  }
}
