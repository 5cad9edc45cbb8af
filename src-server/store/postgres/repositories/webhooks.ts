import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { WebhookRepository } from '../../repositories/webhooks.ts'
import type { Seal } from '../../sealing/seal.ts'

export function createWebhookRepository(_connection: Connection, _seal: Seal): WebhookRepository {
  return missing('webhooks')
}
