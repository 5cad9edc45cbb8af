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

/** Notices that a console user may have by mail, each switchable. */
export const NOTICE_KINDS = ['violation', 'expiry', 'request', 'security', 'digest'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** `tls` from the first byte (465), `starttls` required (587), `plain` in the open. */
export const MAIL_SECURITIES = ['tls', 'starttls', 'plain'] as const
export type MailSecurity = (typeof MAIL_SECURITIES)[number]
