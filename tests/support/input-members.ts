import { z } from 'zod'
import { namedKind } from '../../src-server/contract/reference.ts'
import type { ReferenceKind } from '../../src-server/contract/reference-kinds.ts'

/** A member of an input at any depth. `[]` in its path is each row of an array, `{key}` is the keys of a record. */
export interface InputMember {
  readonly path: readonly string[]
  readonly schema: z.ZodType
  /** The record that the member names; undefined for a member that names none. */
  readonly to: ReferenceKind | undefined
}

/** Every member of a schema that holds a value of its own. */
export function membersOf(schema: unknown, path: readonly string[] = []): InputMember[] {
  if (!(schema instanceof z.ZodType)) throw new Error(`no schema at ${path.join('.')}`)
  const to = namedKind(schema)
  if (to !== undefined) return [{ path, schema, to }]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, member]) => membersOf(member, [...path, name]))
  if (schema instanceof z.ZodArray) return membersOf(schema.element, [...path, '[]'])
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => membersOf(option, path))
  if (schema instanceof z.ZodRecord)
    return [...keyOf(schema.keyType, path), ...membersOf(schema.valueType, [...path, '{}'])]
  if (schema instanceof z.ZodPipe) return membersOf(schema.in, path)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodReadonly
  )
    return membersOf(schema.unwrap(), path)
  return [{ path, schema, to }]
}

/** The keys of a record, where they name records. */
function keyOf(schema: unknown, path: readonly string[]): InputMember[] {
  if (!(schema instanceof z.ZodType)) return []
  const to = namedKind(schema)
  return to === undefined ? [] : [{ path: [...path, '{key}'], schema, to }]
}
