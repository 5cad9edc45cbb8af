/** The settings behind a risk of kind `weak_setting`: its fact `setting`. */
export const WEAK_SETTINGS = [
  /** Calls need no signature. */
  'unsigned',
  /** Single APIs need no signature: fact `apis`. */
  'api_unsigned',
  /** A signed call is valid for ever, so anybody who intercepts it can send it again. */
  'no_window',
  /** A signed call is valid for the time in fact `seconds`. */
  'wide_window',
  /** A code runs on any machine. Fact `address` says whether it is bound to an address. */
  'unbound',
  /** Every code is accepted and permanent. */
  'free_mode',
  /** Customers can unbind their codes without a limit. */
  'free_unbinds',
  /** The public address serves the console without encryption. */
  'console_plain',
  /** The owner signs in by a password alone. */
  'owner_totp',
  /** There are no automatic backups. */
  'no_backups',
  /** The certificate of the public address ends within two weeks, or has ended. */
  'certificate_ending',
  /** The certificate can't be renewed, or the file that replaced it can't be used. The old one is served as long as it lasts. */
  'certificate_failing',
  /** The last attempt to make a backup failed. */
  'backup_failed',
  /** The disk of the data is nearly full. When it is full, the server refuses calls that store data. */
  'disk_low',
  /** The machine's clock is far from the last moment that the data saw. */
  'clock_doubted',
  /** A part of the main database can't be read. */
  'data_damaged',
  /** Another program holds the lock of the data. */
  'data_held',
  /** Stored keys and passwords are sealed by the key of another machine. */
  'secrets_locked',
  /** The telemetry database was damaged, and an empty one replaced it. */
  'telemetry_renewed',
  /** An unexpected error ended the program within the last week. */
  'server_failed',
  /** Pulses, events or acts of rules were lost since the start, because the disk was too far behind. */
  'work_dropped',
] as const
export type WeakSetting = (typeof WEAK_SETTINGS)[number]

/**
 * Fact `guard` of a call that passed the guards and named an unknown code or account, or a wrong password.
 */
export const GUESS = 'guess'

/** The states of risks, in the order of the review. */
export const RISK_STATES = ['open', 'snoozed', 'acknowledged'] as const
export type RiskState = (typeof RISK_STATES)[number]

/** The maximum number of risks in a list. */
export const MAX_RISKS = 500
/** The maximum number of groups in a list. */
export const MAX_RISK_GROUPS = 500
/** The maximum number of risks, and of groups, acknowledged with one call. */
export const MAX_ACKNOWLEDGED = 100
/** The maximum length of a note, characters. */
export const MAX_RISK_NOTE = 500
/** The longest snooze, seconds. */
export const LONGEST_SNOOZE = 30 * 86_400
/** The maximum number of snoozes of an owner at one time. */
export const MAX_SNOOZES = 200
/** The maximum number of persons who get an alert one after another, and of the minutes that each has. */
export const MAX_ESCALATION_PEOPLE = 10
export const MAX_ESCALATION_MINUTES = 1440
