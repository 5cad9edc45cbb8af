/** The kinds of rows that an import makes. */
export const IMPORT_KINDS = ['code', 'device', 'account'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** The reasons why the undo of an import leaves a row: a client `used` it, or a person or a program `changed` it. */
export const KEPT_REASONS = ['used', 'changed'] as const
export type KeptReason = (typeof KEPT_REASONS)[number]
