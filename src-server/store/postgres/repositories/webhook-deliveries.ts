import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { WebhookDeliveryRepository } from '../../repositories/webhooks.ts'

export function createWebhookDeliveryRepository(_connection: Connection): WebhookDeliveryRepository {
  return missing('webhook-deliveries')
}
