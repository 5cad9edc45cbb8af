/** Words of what leaves the machine, without the schemas: screens list them. */

export const MESSAGE_KINDS = ['mail', 'messenger'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** `dead`: given up. */
export const MESSAGE_STATES = ['waiting', 'sent', 'dead'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** What a message is for. */
export const MESSAGE_PURPOSES = [
  /** Alerts to an application's administrator. */
  'drawdown',
  'silent',
  'close_overdue',
  /** What a program has its customer told (mt5notify). */
  'notify',
  /** What a program reports to its owner. */
  'violation',
  /** Where a customer's request stands: to the customer. */
  'request',
  /** A request came in, or waits too long: to who decides. */
  'request_notice',
  /** To who was bound to an account and isn't any more. */
  'rebound',
  /** The bot's answer to who wrote to it. */
  'bind_answer',
  /** Licences that end soon. */
  'expiry',
  /** A sign-in from somewhere new, a lock. */
  'security',
  'digest',
  'test',
] as const
export type MessagePurpose = (typeof MESSAGE_PURPOSES)[number]

/**
 * Why a message waits or was given up, the first word of its `last_error`.
 * Waiting: the service was throttling, didn't answer, or put it off; `no_mail_server`: there is none yet (settings, mail).
 */
export const WAITING_ERRORS = ['rate', 'unreachable', 'later', 'no_mail_server'] as const
/**
 * Given up. `unknown`: the service took no answer for so long that another try could double it; `too_old`: it waited for days;
 * `no_application`, `no_recipient`: who it was for is gone, or has no mailbox; `switched_off`: the application's messenger is off;
 * `credentials`, `setup`, `base`: how the application's bot, or the mail server, is set up; `recipient`, `refused`, `tls`: the
 * service's own no.
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
] as const
export const DELIVERY_ERRORS = [...WAITING_ERRORS, ...DEAD_ERRORS] as const
export type DeliveryError = (typeof DELIVERY_ERRORS)[number]

/** Notices that a console user may have by mail, each switchable. */
export const NOTICE_KINDS = ['violation', 'expiry', 'request', 'security', 'digest'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** `tls` from the first byte (465), `starttls` required (587), `plain` in the open. */
export const MAIL_SECURITIES = ['tls', 'starttls', 'plain'] as const
export type MailSecurity = (typeof MAIL_SECURITIES)[number]

/**
 * Why a mail wasn't taken. `recipient`, `credentials`, `tls`, `refused`: it won't be better another time. `later`,
 * `unreachable`: it may be.
 */
export const MAIL_FAILURES = ['recipient', 'credentials', 'tls', 'refused', 'later', 'unreachable'] as const
export type MailFailure = (typeof MAIL_FAILURES)[number]
