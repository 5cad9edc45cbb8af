/** Names of outgoing messages, without the schemas, for lists on screens. */

/** `channel`: a service of a person's own, such as Telegram. */
export const MESSAGE_KINDS = ['mail', 'messenger', 'channel'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** `dead`: given up. */
export const MESSAGE_STATES = ['waiting', 'sent', 'dead'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** The purposes of messages. */
export const MESSAGE_PURPOSES = [
  /** Alerts to an application's administrator. */
  'drawdown',
  'silent',
  'close_overdue',
  /** A rule fired: to its persons, or to the administrator. */
  'rule',
  /** Nobody acknowledged an alert: to the next person. */
  'escalation',
  /** A program's message to its customer (mt5notify). */
  'notify',
  /** A program's report to its owner. */
  'violation',
  /** The state of a customer's request: to the customer. */
  'request',
  /** A request came in or waits for too long: to those who decide. */
  'request_notice',
  /** To the previous recipient of an account. */
  'rebound',
  /** The bot's answer to a message. */
  'bind_answer',
  /** Licences that end soon. */
  'expiry',
  /** A sign-in from a new place, a lock. */
  'security',
  /** The stored data is damaged: to the owner. */
  'storage',
  /** A webhook failed for a day and is suspended: to its developer. */
  'webhook',
  /** A certificate will end without another one: to the owner. */
  'certificate',
  'digest',
  'test',
] as const
export type MessagePurpose = (typeof MESSAGE_PURPOSES)[number]

/**
 * Why a message waits, the first word of its `last_error`: the service throttled it, was unreachable or
 * deferred it. `no_mail_server`: the settings name no mail server yet.
 */
export const WAITING_ERRORS = ['rate', 'unreachable', 'later', 'no_mail_server'] as const
/**
 * Why a message was given up. `unknown`: the service didn't answer for so long that another attempt could
 * repeat the message. `too_old`: it waited for days. `no_application`, `no_recipient`: the recipient is gone
 * or has no mailbox. `switched_off`: the application's messenger is off. `credentials`, `setup`, `base`: the
 * set-up of the application's bot or of the mail server. `recipient`, `refused`, `tls`, `certificate`, `sender`:
 * the service refused it.
 */
export const DEAD_ERRORS = [
  'unknown',
  'too_old',
  'no_application',
  'no_recipient',
  'switched_off',
  'credentials',
  'setup',
  'base',
  'recipient',
  'refused',
  'tls',
  'certificate',
  'sender',
] as const
export const DELIVERY_ERRORS = [...WAITING_ERRORS, ...DEAD_ERRORS] as const
export type DeliveryError = (typeof DELIVERY_ERRORS)[number]

/** The kinds of notices by mail. An operator can switch each one. */
export const NOTICE_KINDS = ['violation', 'expiry', 'request', 'security', 'digest'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** `tls` from the first byte (465), `starttls` required (587), `plain` without encryption. */
export const MAIL_SECURITIES = ['tls', 'starttls', 'plain'] as const
export type MailSecurity = (typeof MAIL_SECURITIES)[number]

/**
 * Why the mail server didn't accept a mail. `recipient`, `credentials`, `tls`, `certificate` (of an authority that
 * this server doesn't know, or of another name), `sender` (not the mailbox that signed in), `refused`: another
 * attempt would fail too. `later`, `unreachable`: another attempt may succeed.
 */
export const MAIL_FAILURES = [
  'recipient',
  'credentials',
  'tls',
  'certificate',
  'sender',
  'refused',
  'later',
  'unreachable',
] as const
export type MailFailure = (typeof MAIL_FAILURES)[number]
