/** The kinds of records that a console input can name. */
export const REFERENCE_KINDS = [
  'account',
  'agent',
  'allocation',
  'announcement',
  'application',
  'audit',
  'backup',
  'batch',
  /** The owner of a book of agents' accounts. */
  'book',
  'certification',
  'code',
  'developer',
  'device',
  'file',
  'held_bind',
  'image',
  'import',
  'invitation',
  'job',
  /** A code by its text. */
  'kami',
  'message',
  /** Anybody who signs in. */
  'operator',
  'plan',
  'reply_template',
  'request',
  'risk',
  'role',
  'sale',
  'server_rename',
  'session',
  'staff',
  'view',
] as const
export type ReferenceKind = (typeof REFERENCE_KINDS)[number]
