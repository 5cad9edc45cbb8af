import type { z } from 'zod'
import { jsonSchema, type Json } from '../openapi/json-schema.ts'

export interface Field {
  readonly name: string
  /** The values that it can have; none for those of a type. */
  readonly values: readonly string[]
  readonly types: readonly string[]
  readonly says: string
}

type Schema = Json & {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
}

/** The members of an answer with their words. A member of a member has both names: `pay.url`. */
export function fieldsOf(output: z.ZodType): Field[] {
  return fieldsIn(jsonSchema(output, 'output'))
}

export function isList(output: z.ZodType): boolean {
  return (jsonSchema(output, 'output') as Schema).type === 'array'
}

/** The words for an answer that is a text, or may be one. */
export function textOf(output: z.ZodType): string | undefined {
  const schema = jsonSchema(output, 'output') as Schema
  return [schema, ...(schema.anyOf ?? [])].find(({ type }) => type === 'string')?.description
}

function fieldsIn(schema: Schema): Field[] {
  if (schema.anyOf !== undefined) return once(schema.anyOf.flatMap(fieldsIn))
  if (schema.items !== undefined) return fieldsIn(schema.items)
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
    { name, values: valuesOf(member), types: typesOf(member), says: member.description ?? '' },
    ...(member.type === 'array' ? [] : fieldsIn(member))
      .filter(({ says }) => says !== '')
      .map((inner) => ({ ...inner, name: `${name}.${inner.name}` })),
  ])
}

/** Members of the same name in several forms of an answer have one meaning. */
function once(fields: readonly Field[]): Field[] {
  return [...new Map(fields.map((field) => [field.name, field])).values()]
}

function valuesOf({ enum: values, const: value }: Schema): string[] {
  return (values ?? (value === undefined ? [] : [value])).map((one) => `\`${JSON.stringify(one)}\``)
}

function typesOf({ type = [], anyOf = [] }: Schema): string[] {
  return anyOf.length > 0 ? anyOf.flatMap(typesOf) : [type].flat()
}
