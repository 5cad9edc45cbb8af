import { and, asc, desc, eq, inArray, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { NewDelivery, WebhookDeliveryRepository } from '../../repositories/webhooks.ts'
import type { Connection } from '../connection.ts'
import { jumps } from '../../jumps.ts'
import { webhookDeliveries as deliveries } from '../schema/index.ts'

const WAITING = `FROM webhook_deliveries INDEXED BY webhook_deliveries_waiting WHERE state = 'waiting'`
const NEW_ID = sql<string>`'evt_' || lower(hex(randomblob(16)))`
/** Literals as in the indexes, because the planner can't match a parameter with an index's condition. */
const isWaiting = sql`${deliveries.state} = 'waiting'`
const isFailed = sql`${deliveries.state} = 'failed'`

export function createWebhookDeliveryRepository({ orm, raw }: Connection): WebhookDeliveryRepository {
  const webhooksWaiting = raw.prepare<[], number>(jumps('webhook_id', WAITING)).pluck()
  const update: WebhookDeliveryRepository['update'] = async (id, change) =>
    orm.update(deliveries).set(change).where(eq(deliveries.id, id)).returning().all()[0]
  const ofWebhook = (webhookId: number) => eq(deliveries.webhookId, webhookId)

  const insert = (delivery: NewDelivery) =>
    orm
      .insert(deliveries)
      .values({ ...delivery, eventId: NEW_ID, nextAt: delivery.createdAt })
      .returning()
      .get()

  return {
    insert: async (delivery) => insert(delivery),
    insertMany: async (all) => {
      for (const delivery of all) insert(delivery)
    },
    find: async (id) => orm.select().from(deliveries).where(eq(deliveries.id, id)).get(),
    waitingWebhooks: async () => webhooksWaiting.all(),
    due: async (webhookId, now, limit) =>
      orm
        .select()
        .from(deliveries)
        .where(and(isWaiting, ofWebhook(webhookId), lte(deliveries.nextAt, now)))
        .orderBy(asc(deliveries.nextAt), asc(deliveries.id))
        .limit(limit)
        .all(),
    update,
    revive: update,
    release: async (webhookId, now) =>
      orm
        .update(deliveries)
        .set({ nextAt: now, firstAt: null })
        .where(and(isWaiting, ofWebhook(webhookId)))
        .run().changes,
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
        .limit(limit)
        .all(),
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
      orm.delete(deliveries).where(inArray(deliveries.id, old)).run()
    },
  }
}
