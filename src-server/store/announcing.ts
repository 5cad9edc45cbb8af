import type { OutboxRepository } from './repositories/outbox.ts'
import type { WebhookDeliveryRepository } from './repositories/webhooks.ts'

/** Announces each event for a webhook. */
export function announcingEvents(
  deliveries: WebhookDeliveryRepository,
  announce: () => void,
): WebhookDeliveryRepository {
  return {
    ...deliveries,
    insert: async (delivery) => {
      announce()
      return deliveries.insert(delivery)
    },
    insertMany: async (all) => {
      announce()
      return deliveries.insertMany(all)
    },
    revive: async (id, change) => {
      announce()
      return deliveries.revive(id, change)
    },
    release: async (webhookId, now) => {
      announce()
      return deliveries.release(webhookId, now)
    },
  }
}

/** Announces each new message, and those that wait again. */
export function announcing(outbox: OutboxRepository, announce: () => void): OutboxRepository {
  return {
    ...outbox,
    add: async (message) => {
      const isNew = await outbox.add(message)
      if (isNew) announce()
      return isNew
    },
    revive: async (ids, now) => {
      const revived = await outbox.revive(ids, now)
      if (revived.length > 0) announce()
      return revived
    },
  }
}
