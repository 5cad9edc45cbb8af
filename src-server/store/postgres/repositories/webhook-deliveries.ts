import { and, asc, desc, eq, inArray, lt, lte, ne, or, sql } from 'drizzle-orm'
import { jumps } from '../../jumps.ts'
import type { WebhookDelivery } from '../../../domain/webhook/webhook.ts'
import type { WebhookDeliveryRepository } from '../../repositories/webhooks.ts'
import { columnsFor } from '../columns.ts'
import { addedBy, changedBy, firstOf, type Connection } from '../connection.ts'
import { webhookDeliveries as deliveries } from '../schema/index.ts'

const WAITING = `FROM webhook_deliveries WHERE state = 'waiting'`
const NEW_ID = `'evt_' || replace(gen_random_uuid()::text, '-', '')`
const GIVEN = 'webhook_id, event, app_id, data, state, created_at'
const ROWS = columnsFor<WebhookDelivery>(deliveries)
/** Literals as in the indexes, because a kept plan can't match a parameter with an index's condition. */
const isWaiting = sql`${deliveries.state} = 'waiting'`
const isFailed = sql`${deliveries.state} = 'failed'`

export function createWebhookDeliveryRepository({ orm, prepare }: Connection): WebhookDeliveryRepository {
  const webhooksWaiting = prepare<[], { value: number }>(jumps('webhook_id', WAITING))
  const update: WebhookDeliveryRepository['update'] = (id, change) =>
    firstOf(orm.update(deliveries).set(change).where(eq(deliveries.id, id)).returning())
  const ofWebhook = (webhookId: number) => eq(deliveries.webhookId, webhookId)

  // A webhook may be deleted while a unit of the row lane writes its events.
  const insertMany = prepare<[string]>(
    `INSERT INTO webhook_deliveries (${GIVEN}, event_id, next_at)
     SELECT ${GIVEN}, ${NEW_ID}, created_at FROM ${ROWS.many}
     WHERE EXISTS (SELECT 1 FROM webhooks WHERE webhooks.id = many.webhook_id FOR KEY SHARE)`,
  )

  return {
    insertMany: async (all) => {
      await insertMany.run(ROWS.rows(all))
    },
    insert: (delivery) =>
      addedBy(
        orm
          .insert(deliveries)
          .values({ ...delivery, eventId: sql<string>`${sql.raw(NEW_ID)}`, nextAt: delivery.createdAt })
          .returning(),
      ),
    find: (id) => firstOf(orm.select().from(deliveries).where(eq(deliveries.id, id))),
    waitingWebhooks: async () => (await webhooksWaiting.all()).map(({ value }) => value),
    due: async (webhookId, now, limit) =>
      orm
        .select()
        .from(deliveries)
        .where(and(isWaiting, ofWebhook(webhookId), lte(deliveries.nextAt, now)))
        .orderBy(asc(deliveries.nextAt), asc(deliveries.id))
        .limit(limit),
    update,
    revive: update,
    release: (webhookId, now) =>
      changedBy(
        orm
          .update(deliveries)
          .set({ nextAt: now, firstAt: null })
          .where(and(isWaiting, ofWebhook(webhookId))),
      ),
    log: async (webhookId, { state, before, limit }) =>
      orm
        .select()
        .from(deliveries)
        .where(
          and(
            ofWebhook(webhookId),
            state === undefined ? undefined : eq(deliveries.state, state),
            before === undefined ? undefined : lt(deliveries.id, before),
          ),
        )
        .orderBy(desc(deliveries.id))
        .limit(limit),
    counts: async (webhookId) => ({
      waiting: await orm.$count(deliveries, and(isWaiting, ofWebhook(webhookId))),
      failed: await orm.$count(deliveries, and(isFailed, ofWebhook(webhookId), ne(deliveries.event, 'test'))),
    }),
    forget: async (endedBefore, before, limit) => {
      const old = orm
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(
          or(
            and(lt(deliveries.createdAt, endedBefore), ne(deliveries.state, 'waiting')),
            lt(deliveries.createdAt, before),
          ),
        )
        .limit(limit)
      await orm.delete(deliveries).where(inArray(deliveries.id, old))
    },
  }
}
