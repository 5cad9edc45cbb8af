import type {
  DeliveredEvent,
  WebhookDeliveryState,
  WebhookEvent,
  WebhookState,
} from '../../contract/webhook-names.ts'

/** A developer's address that receives events of their applications. Times are Unix seconds. */
export interface Webhook {
  readonly id: number
  /** The owner of the applications. */
  readonly ownerId: number
  readonly name: string
  readonly url: string
  readonly events: WebhookEvent[]
  /** null for all applications of the owner. */
  readonly appId: number | null
  readonly state: WebhookState
  /** The key of signatures. Empty while the stored secrets are locked. */
  readonly secret: string
  /** The key before a rotation, which signs too until its time is over. */
  readonly previousSecret: string
  readonly previousUntil: number | null
  /** The first failure since the last success. */
  readonly failingSince: number | null
  readonly suspendedAt: number | null
  readonly createdAt: number
}

/** An event on its way to a webhook. */
export interface WebhookDelivery {
  /** The order of events. */
  readonly id: number
  /** The event's id for the receiver, the same in every attempt. */
  readonly eventId: string
  readonly webhookId: number
  readonly event: DeliveredEvent
  readonly appId: number | null
  /** The event's own part of the body, JSON. */
  readonly data: string
  readonly state: WebhookDeliveryState
  readonly attempts: number
  readonly createdAt: number
  /** The first attempt. null before it, and after a person sends the event again. */
  readonly firstAt: number | null
  readonly lastAt: number | null
  readonly nextAt: number
  /** Milliseconds that the last attempt took. */
  readonly tookMs: number | null
  /** The status of the last answer. null for none. */
  readonly status: number | null
  /** The reason why there was no answer. Empty where there was one. */
  readonly error: string
  /** The first kilobyte of the last answer. */
  readonly answer: string
}
