import type { z } from 'zod'
import type { WEBHOOK_CONTRACT } from '../../contract/actions/webhooks.ts'
import type { webhookEventRecord, webhookRecord } from '../../contract/records/webhook.ts'
import { bodyOf } from '../../domain/webhook/sign.ts'
import type { WebhookDelivery } from '../../domain/webhook/webhook.ts'
import type { WebhookServices } from '../../services/webhooks/create-webhook-services.ts'
import type { CountedWebhook } from '../../services/webhooks/webhooks.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'

export const webhookActions = ({ webhooks, webhookLog }: WebhookServices) =>
  ({
    webhook_list: async ({ actor }) => ({ rows: (await webhooks.list(actor)).map(row) }),
    webhook_save: async ({ actor }, { webhook: id, app = null, ...given }) => {
      const wanted = { ...given, app }
      if (id !== undefined) return { row: row(await webhooks.update(actor, id, wanted)) }
      const made = await webhooks.create(actor, wanted)
      return { row: row(made.row), secret: made.secret }
    },
    webhook_rotate: async ({ actor }, { webhook, overlap }) => {
      const made = await webhooks.rotate(actor, webhook, overlap)
      return { row: row(made.row), secret: made.secret }
    },
    webhook_delete: ({ actor }, { webhook }) => emptyAfter(webhooks.delete(actor, webhook)),
    webhook_test: async ({ actor }, { webhook }) => event(await webhookLog.test(actor, webhook)),
    webhook_log: async ({ actor }, { webhook, state, after: before }) => {
      const { rows, next } = await webhookLog.page(actor, webhook, { state, before })
      return { rows: rows.map(event), next }
    },
    webhook_resend: async ({ actor }, { event: id }) => event(await webhookLog.resend(actor, id)),
    webhook_resume: async ({ actor }, { webhook }) => row(await webhooks.resume(actor, webhook)),
  }) satisfies ActionsOf<typeof WEBHOOK_CONTRACT>

function row(webhook: CountedWebhook): z.input<typeof webhookRecord> {
  const { id, name, url, events, state, waiting, failed } = webhook
  return {
    ...{ id, name, url, events, state, waiting, failed },
    app: webhook.appId,
    previous_until: webhook.previousUntil,
    failing_since: webhook.failingSince,
    suspended_at: webhook.suspendedAt,
    created_at: webhook.createdAt,
  }
}

function event(delivery: WebhookDelivery): z.input<typeof webhookEventRecord> {
  const { id, event, state, attempts, status, error, answer } = delivery
  return {
    ...{ id, event, state, attempts, status, error, answer },
    event_id: delivery.eventId,
    app: delivery.appId,
    created_at: delivery.createdAt,
    last_at: delivery.lastAt,
    next_at: state === 'waiting' ? delivery.nextAt : null,
    took_ms: delivery.tookMs,
    body: bodyOf(delivery),
  }
}
