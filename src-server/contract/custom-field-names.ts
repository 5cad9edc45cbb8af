/** The kinds of custom fields. */
export const FIELD_KINDS = ['text', 'number', 'choice', 'date'] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

/** The records that have a custom field. */
export const FIELD_PLACES = ['devices', 'codes', 'both'] as const
export type FieldPlace = (typeof FIELD_PLACES)[number]

/** Whether codes or trading accounts have a field. */
export function isFieldOf(
  place: Exclude<FieldPlace, 'both'>,
  field: { readonly place: FieldPlace },
): boolean {
  return field.place === 'both' || field.place === place
}
