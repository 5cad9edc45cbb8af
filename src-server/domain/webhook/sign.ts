import { createHmac } from 'node:crypto'
import type { Webhook, WebhookDelivery } from './webhook.ts'

export const ID_HEADER = 'X-Pulsekey-Webhook-Id'
export const TIME_HEADER = 'X-Pulsekey-Webhook-Time'
export const SIGNATURE_HEADER = 'X-Pulsekey-Webhook-Signature'

/** `v1=` and the HMAC-SHA256 of id, time and body. Two of them, with a comma, while a key is replaced. */
export function signatureOf(
  { secret, previousSecret, previousUntil }: Pick<Webhook, 'secret' | 'previousSecret' | 'previousUntil'>,
  { id, time, body }: { readonly id: string; readonly time: number; readonly body: string },
): string {
  const isOverlapping = previousSecret !== '' && (previousUntil ?? 0) > time
  return [secret, ...(isOverlapping ? [previousSecret] : [])]
    .map((key) => `v1=${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('hex')}`)
    .join(',')
}

/** The body of an event: the same bytes in every attempt. */
export function bodyOf({
  eventId,
  event,
  createdAt,
  appId,
  data,
}: Pick<WebhookDelivery, 'eventId' | 'event' | 'createdAt' | 'appId' | 'data'>): string {
  const head = JSON.stringify({ id: eventId, event, at: createdAt, app: appId })
  return `${head.slice(0, -1)},"data":${data}}`
}
