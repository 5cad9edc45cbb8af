import { z } from 'zod'
import type { ReferenceKind } from './reference-kinds.ts'

const DECLARED = z.registry<{ readonly to: ReferenceKind }>()

/** Declares that an input member names a record, so that the walk over all references finds the member. */
export function naming<S extends z.ZodType>(to: ReferenceKind, schema: S): S {
  DECLARED.add(schema, { to })
  return schema
}

/** The number of a record. */
export function referenceTo(to: ReferenceKind): z.ZodInt {
  return naming(to, z.int().min(1))
}

/** The kind of the record that a member names; undefined for a member that names none. */
export function namedKind(schema: z.ZodType): ReferenceKind | undefined {
  return DECLARED.get(schema)?.to
}
