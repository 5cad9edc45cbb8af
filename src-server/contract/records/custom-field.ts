import { z } from 'zod'
import { FIELD_KINDS, FIELD_PLACES } from '../custom-field-names.ts'
import { MAX_FIELD_CHOICES, MAX_FIELD_NAME_LENGTH, MAX_FIELD_VALUE_LENGTH } from '../limits.ts'

/** A printable text without private characters: a stored value begins with the field's number in such characters. */
const PRINTABLE = /^[^\p{Cc}\p{Co}]+$/u
const printable = (max: number) => z.string().trim().min(1).max(max).regex(PRINTABLE, 'no control characters')

/** An operator's input for a custom field. */
export const fieldMembers = {
  name: printable(MAX_FIELD_NAME_LENGTH),
  /** The records that have it. */
  place: z.enum(FIELD_PLACES),
  kind: z.enum(FIELD_KINDS),
  /** The values that a field of kind `choice` may have; empty for the other kinds. */
  choices: z.array(printable(MAX_FIELD_VALUE_LENGTH)).max(MAX_FIELD_CHOICES),
}

/** A custom field, which its owner added to trading accounts, codes, or both. */
export const fieldRecord = z.object({
  id: z.int(),
  /** The developer whose applications have it. */
  owner: z.int(),
  name: z.string(),
  place: z.enum(FIELD_PLACES),
  kind: z.enum(FIELD_KINDS),
  choices: z.array(z.string()),
  created_at: z.int(),
})
export type FieldRecord = z.output<typeof fieldRecord>
