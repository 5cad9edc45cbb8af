/** Names of the messenger's set-up, without the schemas, for lists on screens. */

/**
 * The needs of a messenger: an allowed address, valid credentials, the bot's enabled ability, scopes, an
 * administrator, the administrator within the bot's availability, and a way for binds: a secret for an
 * external bridge, or the server's own bridge.
 */
export const MESSENGER_CHECKS = [
  'base',
  'credentials',
  'bot',
  'scope',
  'availability',
  'admin',
  'bind_secret',
  'bridge',
] as const
export type MessengerCheck = (typeof MESSENGER_CHECKS)[number]

export const CHECK_STATES = ['ok', 'missing', 'unknown'] as const
export type CheckState = (typeof CHECK_STATES)[number]

/** What to do about a message that didn't arrive. */
export const MESSENGER_HINTS = [
  'none',
  /** The server doesn't call this address. */
  'base',
  /** The application id or the secret is wrong or missing. */
  'credentials',
  /** The bot's ability is off. */
  'bot',
  /** The application lacks the scope to send. */
  'scope',
  /** The person is outside the bot's availability. */
  'availability',
  /** The open_id is invalid or belongs to another bot. */
  'recipient',
  /** The service rejects the text. */
  'refused',
  'rate',
  'unreachable',
] as const
export type MessengerHint = (typeof MESSENGER_HINTS)[number]

/** `waiting`: not connected, with another automatic attempt to come. */
export const BRIDGE_STATES = ['off', 'connecting', 'connected', 'waiting', 'failed'] as const
export type BridgeState = (typeof BRIDGE_STATES)[number]

/**
 * Why it isn't connected: the application's messenger is off, there are no credentials, the application id
 * has a wrong form, the address isn't allowed, or the service refuses.
 */
export const BRIDGE_REASONS = [
  '',
  'switched_off',
  'credentials',
  'app_id',
  'base',
  'refused',
  'unreachable',
] as const
export type BridgeReason = (typeof BRIDGE_REASONS)[number]

export const BIND_DECISIONS = ['approve', 'decline'] as const
export type BindDecision = (typeof BIND_DECISIONS)[number]
