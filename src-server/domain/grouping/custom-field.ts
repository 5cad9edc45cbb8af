import type { FieldKind, FieldPlace } from '../../contract/custom-field-names.ts'

/** A custom field of a developer. */
export interface CustomField {
  readonly id: number
  readonly ownerId: number
  readonly name: string
  readonly place: FieldPlace
  readonly kind: FieldKind
  readonly choices: string[]
  /** Unix seconds. */
  readonly createdAt: number
}
