/** The kinds of custom fields. */
export const FIELD_KINDS = ['text', 'number', 'choice', 'date'] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

/** The records that have a custom field. */
export const FIELD_PLACES = ['devices', 'codes', 'both'] as const
export type FieldPlace = (typeof FIELD_PLACES)[number]
