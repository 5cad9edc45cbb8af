import { z } from 'zod'

export type Json = Readonly<Record<string, unknown>>
export type Side = 'input' | 'output'

/**
 * Members of a schema that say nothing to a reader: the bounds of a safe integer, and marks of our own. An
 * answer may have more members in a later version, so a client has to accept them.
 */
function isNoise(name: string, value: unknown, io: Side): boolean {
  if (name === '$schema' || name === '$id' || name === 'needed') return true
  if (name === 'additionalProperties' && io === 'output') return value === false
  return (
    (name === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
    (name === 'minimum' && value === Number.MIN_SAFE_INTEGER)
  )
}

function tidy(schema: unknown, io: Side): unknown {
  if (Array.isArray(schema)) return schema.map((one) => tidy(one, io))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !isNoise(name, value, io))
      .map(([name, value]) => [name, tidy(value, io)]),
  )
}

/** The JSON Schema of a declaration: of the input as a caller sends it, or of the output as they get it. */
export function jsonSchema(schema: z.ZodType, io: Side): Json {
  return tidy(z.toJSONSchema(schema, { io }), io) as Json
}

/** The JSON Schemas of many declarations by their names, which refer to each other as components. */
export function jsonSchemas(names: ReadonlyMap<z.ZodType, string>, io: Side): ReadonlyMap<string, Json> {
  const registry = z.registry<{ readonly id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { io, uri: (id) => `#/components/schemas/${id}` })
  return new Map(Object.entries(schemas).map(([id, schema]) => [id, tidy(schema, io) as Json]))
}

/** A parameter as its declaration describes it. */
export interface DescribedParameter {
  readonly name: string
  readonly description: string
  readonly isNeeded: boolean
  readonly schema: Json
}

export function parametersOf(params: z.ZodObject): DescribedParameter[] {
  return Object.entries(params.shape).map(([name, schema]) => {
    const { description: _description, default: _default, ...rest } = jsonSchema(schema as z.ZodType, 'input')
    const { description = '', needed } = z.globalRegistry.get(schema as z.ZodType) ?? {}
    return { name, description, isNeeded: needed === true, schema: rest }
  })
}
