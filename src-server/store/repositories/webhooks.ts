import type { WebhookDeliveryState, WebhookEvent } from '../../contract/webhook-names.ts'
import type { Webhook, WebhookDelivery } from '../../domain/webhook/webhook.ts'

export interface EndedLicence {
  /** A code, a trading account's key, or the name of a user account. */
  readonly name: string
  readonly endsAt: number
}

export interface Ended {
  readonly codes: EndedLicence[]
  readonly tradingAccounts: EndedLicence[]
  readonly userAccounts: EndedLicence[]
}

export interface WebhookRepository {
  insert(webhook: Omit<Webhook, 'id'>): Promise<Webhook>
  find(id: number): Promise<Webhook | undefined>
  /** In the order of creation. */
  listOf(ownerId: number): Promise<Webhook[]>
  update(id: number, change: Partial<Omit<Webhook, 'id' | 'ownerId'>>): Promise<Webhook | undefined>
  delete(id: number): Promise<void>
  /** The webhooks that want an event of an application. One look in an empty table where there are none. */
  wanting(appId: number, event: WebhookEvent): Promise<number[]>
  /** The licences of an application that ended in (after, upTo], Unix seconds. */
  ended(appId: number, after: number, upTo: number): Promise<Ended>
  /** The applications whose events of a kind a webhook wants. */
  appsWanting(event: WebhookEvent): Promise<number[]>
}

export type NewDelivery = Pick<
  WebhookDelivery,
  'webhookId' | 'event' | 'appId' | 'data' | 'state' | 'createdAt'
>

export interface DeliveryCounts {
  readonly waiting: number
  readonly failed: number
}

export interface WebhookDeliveryRepository {
  /** The store makes the event's id. It is unlike every other one, also after a restore of an older backup. */
  insert(delivery: NewDelivery): Promise<WebhookDelivery>
  /** Inserts some hundred deliveries at most, in their order. */
  insertMany(deliveries: readonly NewDelivery[]): Promise<void>
  find(id: number): Promise<WebhookDelivery | undefined>
  /** Webhooks with waiting events. */
  waitingWebhooks(): Promise<number[]>
  /** The events of a webhook that are due, the longest due first. */
  due(webhookId: number, now: number, limit: number): Promise<WebhookDelivery[]>
  update(id: number, change: Partial<WebhookDelivery>): Promise<WebhookDelivery | undefined>
  /** Like `update`, and wakes the deliveries. */
  revive(id: number, change: Partial<WebhookDelivery>): Promise<WebhookDelivery | undefined>
  /** Makes the waiting events of a webhook due, with a new day of attempts. */
  release(webhookId: number, now: number): Promise<number>
  /** The newest events of a webhook with ids below `before`. */
  log(
    webhookId: number,
    query: {
      readonly state?: WebhookDeliveryState | undefined
      readonly before?: number | undefined
      readonly limit: number
    },
  ): Promise<WebhookDelivery[]>
  /** Without tests. */
  counts(webhookId: number): Promise<DeliveryCounts>
  /** Deletes ended events from before the first time, and all events from before the second, at most `limit`. */
  forget(endedBefore: number, before: number, limit: number): Promise<void>
}
