/** Words of the messenger's set-up, without the schemas: screens list them. */

/**
 * What a messenger needs: an address that may be called, good credentials, the bot's ability switched on, scopes, the
 * administrator within the bot's availability, an administrator at all, and a way by which binds come in: a secret for an
 * outside bridge, or the server's own.
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
  /** The address isn't one this server calls. */
  'base',
  /** Application id or secret are wrong, or missing. */
  'credentials',
  /** The bot's ability is off. */
  'bot',
  /** The application lacks the scope to send. */
  'scope',
  /** The person is outside the bot's availability. */
  'availability',
  /** The open_id is none, or another bot's. */
  'recipient',
  /** The text isn't let through. */
  'refused',
  'rate',
  'unreachable',
] as const
export type MessengerHint = (typeof MESSENGER_HINTS)[number]

/** `waiting`: not connected, and tried again by itself. */
export const BRIDGE_STATES = ['off', 'connecting', 'connected', 'waiting', 'failed'] as const
export type BridgeState = (typeof BRIDGE_STATES)[number]

/**
 * Why it isn't connected: the application's messenger is switched off, no credentials, an application id of a wrong form, an address off the allow list, refused by the
 * service.
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
