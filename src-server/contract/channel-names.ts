/** Names of alert channels, without the schemas, for screens. */

/** The ways in which an alert reaches a person. `slack`: Slack, and services that take its incoming webhooks. */
export const CHANNEL_KINDS = ['telegram', 'dingtalk', 'wecom', 'discord', 'slack', 'bark', 'mail'] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]
/** The kinds that a service outside delivers. Mails leave by the platform's mail server. */
export type ServiceKind = Exclude<ChannelKind, 'mail'>

/** The levels of alerts, the mildest first. */
export const ALERT_LEVELS = ['low', 'medium', 'high'] as const
export type AlertLevel = (typeof ALERT_LEVELS)[number]

/** The members of a channel's set-up that nobody reads back. */
export const CHANNEL_SECRETS = ['token', 'url', 'secret', 'key'] as const
export type ChannelSecret = (typeof CHANNEL_SECRETS)[number]
/** `chat`: Telegram's chat. `base`: another server of the same service, such as an own Bark server. */
export const CHANNEL_FIELDS = [...CHANNEL_SECRETS, 'chat', 'base'] as const
export type ChannelField = (typeof CHANNEL_FIELDS)[number]

/** The set-up of a channel: its fields by their names. A field that the kind lacks, or that is empty, is left out. */
export type ChannelConfig = Partial<Record<ChannelField, string>>

interface FieldUse {
  readonly name: ChannelField
  readonly optional?: true
}

/** The fields of each kind, in the order of the form. */
export const FIELDS_OF_CHANNEL: Readonly<Record<ChannelKind, readonly FieldUse[]>> = {
  telegram: [{ name: 'token' }, { name: 'chat' }, { name: 'base', optional: true }],
  dingtalk: [{ name: 'url' }, { name: 'secret', optional: true }],
  wecom: [{ name: 'url' }],
  discord: [{ name: 'url' }],
  slack: [{ name: 'url' }],
  bark: [{ name: 'key' }, { name: 'base', optional: true }],
  mail: [],
}

/**
 * The reasons why an address can't be used. `address`: it is none. `https`: it isn't encrypted. `host`: neither the
 * service's own nor one that the owner allows. `path`: the service has no webhooks there.
 */
export const ADDRESS_FAULTS = ['address', 'https', 'host', 'path'] as const
export type AddressFault = (typeof ADDRESS_FAULTS)[number]

/** The parts of a set-up that a check looks at. */
export const CHANNEL_CHECKS = ['address', 'key', 'chat', 'mail_server', 'mailbox'] as const
export type ChannelCheck = (typeof CHANNEL_CHECKS)[number]

/** The maximum number of channels of a person. */
export const MAX_CHANNELS = 20
/** The maximum length of a channel's field, characters. */
export const MAX_CHANNEL_FIELD = 500
