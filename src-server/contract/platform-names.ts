/** Names and limits of the platform's records, without the schemas, for lists on screens. */

/** The sources for a call's client address. */
export const CLIENT_ADDRESS_SOURCES = ['socket', 'x_forwarded_for', 'x_real_ip'] as const

/** Whether an application answers calls. */
export const APP_STATES = ['y', 'n'] as const

/** `share`: a page of a file-sharing service that leads to the file. */
export const FILE_KINDS = ['direct', 'share'] as const

export const CERTIFICATION_STATES = ['valid', 'expired', 'disabled'] as const

export const AUDIENCES = ['everybody', 'developers', 'agents'] as const
export const ANNOUNCEMENT_STATES = ['planned', 'shown', 'over'] as const

/** The purposes of the owner's pictures. Pictures of requests have another source. */
export const IMAGE_PURPOSES = ['background', 'logo'] as const
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
export const MAX_IMAGE_PIXELS = 40_000_000
/** For each purpose. */
export const MAX_IMAGES = 50

/** Where this machine keeps the key that opens its data. */
export const MACHINE_KEY_PLACES = ['keychain', 'credential', 'file'] as const
export type MachineKeyPlace = (typeof MACHINE_KEY_PLACES)[number]

/** Whether this machine can open the stored keys and passwords. */
export const SECRET_STATES = ['sealed', 'locked'] as const

/** The work in memory that is lost when the disk is too far behind: pulses, events of codes, events of accounts, acts of rules. */
export const DROPPED_KINDS = ['telemetry', 'code_journal', 'risk_events', 'rules'] as const
export type DroppedKind = (typeof DROPPED_KINDS)[number]
export type DroppedCounts = Readonly<Record<DroppedKind, number>>
