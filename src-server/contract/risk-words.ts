/** What a risk of kind `weak_setting` is about: its fact `setting`. */
export const WEAK_SETTINGS = [
  /** Calls need no signature. */
  'unsigned',
  /** Single APIs need none: fact `apis`. */
  'api_unsigned',
  /** A signed call is good for ever: anybody who saw it can send it again. */
  'no_window',
  /** As long as fact `seconds` says. */
  'wide_window',
  /** A code runs on any machine: fact `address` says whether addresses are held on to. */
  'unbound',
  /** Every code is accepted and permanent. */
  'free_mode',
  /** Customers move their codes as often as they like. */
  'free_unbinds',
  /** The console is served on the public address in the open. */
  'console_plain',
  /** The owner signs in by a password alone. */
  'owner_totp',
  /** No backup is made by itself. */
  'no_backups',
  /** The last try to make one failed. */
  'backup_failed',
  /** The data's disk is about to be full: then nothing can be kept, and calls that keep something are refused. */
  'disk_low',
] as const
export type WeakSetting = (typeof WEAK_SETTINGS)[number]

/** Fact `guard` of a refused call that the guards let by: an endpoint found no such code, account or password. */
export const GUESS = 'guess'

/** How many risks a list holds at the most. */
export const MAX_RISKS = 500
/** Risks that are acknowledged with one call. */
export const MAX_ACKNOWLEDGED = 100
/** Characters of a note. */
export const MAX_RISK_NOTE = 500
