/** Names for bringing data over from another system, without the schemas, for the console. */

/** `php`: a MySQL dump of the original system. The other two are JSON as their API answers it. */
export const BRING_SYSTEMS = ['php', 'keyauth', 'keygen'] as const
export type BringSystem = (typeof BRING_SYSTEMS)[number]

/**
 * `stopped`: the server stopped, or a person stopped the import, before its end. What was brought is here, and the same file
 * continues it.
 */
export const BRING_STATES = [
  'empty',
  'loaded',
  'checking',
  'checked',
  'running',
  'done',
  'stopped',
  'failed',
] as const
export type BringState = (typeof BRING_STATES)[number]

/** The fate of an application whose number another application has here. */
export const BRING_ANSWERS = ['leave', 'merge', 'new_number'] as const
export type BringAnswer = (typeof BRING_ANSWERS)[number]

/** The state that a code keeps that is here already: the one here, or that of the file where nothing changed the code here. */
export const BRING_CODES = ['keep', 'replace'] as const
export type BringCodes = (typeof BRING_CODES)[number]

/** The reasons why a row is not taken. */
export const BRING_REASONS = [
  'no_application',
  'application_left',
  'member_card',
  'all_apps_card',
  'no_length',
  'type',
  'invalid',
  'twice',
  'exists',
  'used_here',
  'name',
  'name_taken',
  'qq_taken',
  'member_of_site',
  'address',
  'plan',
  'no_place',
] as const
export type BringReason = (typeof BRING_REASONS)[number]

/** The differences from the old system for a row that is taken. */
export const BRING_REMARKS = [
  'new_appkey',
  'new_rc4_key',
  'unbinds_differ',
  'zero_unbinds',
  'any_device',
  'mode_unknown',
  'rsa_key',
  'cut',
  'share_password',
  'points',
  'no_password',
  'several_machines',
  'expiry_left',
  'machines_left',
] as const
export type BringRemark = (typeof BRING_REMARKS)[number]

/** The largest file that the console takes, bytes, and the largest piece of it. */
export const MAX_BRING_BYTES = 2 ** 30
export const BRING_PIECE_BYTES = 4 * 2 ** 20
