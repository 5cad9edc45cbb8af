import type { Clock, OutsideOutcome, OutsidePoster } from '../../contract/ports.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import { bodyOf, ID_HEADER, SIGNATURE_HEADER, signatureOf, TIME_HEADER } from '../../domain/webhook/sign.ts'
import type { Webhook, WebhookDelivery } from '../../domain/webhook/webhook.ts'

export interface AttemptParts {
  readonly poster: OutsidePoster
  readonly settings: { readonly current: Pick<PlatformSettings, 'outside'> }
  readonly clock: Clock
}

export interface Attempted {
  readonly outcome: OutsideOutcome
  readonly tookMs: number
}

/** Sends an event once, signed with the time of this attempt. */
export async function attempt(
  { poster, settings, clock }: AttemptParts,
  webhook: Webhook,
  delivery: WebhookDelivery,
): Promise<Attempted> {
  const body = bodyOf(delivery)
  const time = clock.now()
  const begun = clock.nowMs()
  const outcome = await poster.post({
    url: webhook.url,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Pulsekey',
      [ID_HEADER]: delivery.eventId,
      [TIME_HEADER]: String(time),
      [SIGNATURE_HEADER]: signatureOf(webhook, { id: delivery.eventId, time, body }),
    },
    body,
    listed: settings.current.outside.listed,
  })
  return { outcome, tookMs: Math.max(0, clock.nowMs() - begun) }
}
