/** The events that a developer's webhook can receive (docs/webhooks.md). */
export const WEBHOOK_EVENTS = [
  'code_created',
  'first_use',
  'renewed',
  'refunded',
  'unbound',
  'request',
  'expired',
  'account_paused',
  'account_closed',
  'rule_fired',
  'limit_reached',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** The events of deliveries. `test` goes only to the webhook that a person tests. */
export const DELIVERED_EVENTS = [...WEBHOOK_EVENTS, 'test'] as const
export type DeliveredEvent = (typeof DELIVERED_EVENTS)[number]

/** `suspended`: it failed for a day, and its events wait. `off`: it gets no events. */
export const WEBHOOK_STATES = ['on', 'off', 'suspended'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/** `failed`: given up. */
export const WEBHOOK_DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number]
