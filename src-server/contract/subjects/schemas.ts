import { z } from 'zod'
import {
  EARLIEST_END,
  LAST_SECOND,
  MAX_CUSTOM_FIELDS,
  MAX_FIELD_CHOICES,
  MAX_FIELD_VALUE_LENGTH,
} from '../limits.ts'
import { naming, referenceTo } from '../reference.ts'
import { questionOf, type CustomValueFilter } from './custom-values.ts'
import type { Field, Fields, NumberRules, TextRules } from './field.ts'
import { differentWords, WORD } from './words.ts'
import type { Having, PartName, Value } from './subject.ts'

/** A schema that takes what it gives. */
type Schema<V> = z.ZodType<V, V>
type Maybe<V> = z.ZodOptional<Schema<V>>

type RecordShape<F extends Fields, P> = {
  [N in Exclude<keyof F & string, Having<F, 'secret'>>]: N extends keyof P ? P[N] : Schema<Value<F[N]>>
}
type NamedShape<F extends Fields, N extends keyof F> = { [K in N]: Maybe<Value<F[K]>> }
type CreateShape<F extends Fields> = { [N in Having<F, 'required'>]: Schema<Value<F[N]>> } & NamedShape<
  F,
  Exclude<Having<F, 'edit'>, Having<F, 'required'>>
>
type WrittenShape<F extends Fields> = {
  [N in Exclude<Having<F, 'edit'>, PartName<F>>]: Schema<Value<F[N]>>
}
type FilterShape<F extends Fields> = { [N in keyof F]: Schema<Exclude<Value<F[N]>, null>> }
type ImportShape<F extends Fields> = {
  [N in Having<F, 'import'>]: F[N] extends { readonly required: 'always' }
    ? Schema<Value<F[N]>>
    : Maybe<Value<F[N]> | null>
}

/** A value with fields, such as a subject. */
interface OfFields<F extends Fields> {
  readonly fields: F
}

/** The record that lists and reads answer. @param parts the schemas of the fields that are records of their own */
export function recordSchema<F extends Fields, const P extends Record<PartName<F>, z.ZodType>>(
  { fields }: OfFields<F>,
  parts: P,
): z.ZodObject<RecordShape<F, P>> {
  const given: Readonly<Record<string, z.ZodType>> = parts
  const shape = shapeOf(fields, (name, field) =>
    field.secret === true ? undefined : (given[name] ?? orNull(field, recorded(field))),
  )
  return z.object(shape as RecordShape<F, P>)
}

/** The fields of a new row, for `z.strictObject`. */
export function createShape<F extends Fields>({ fields }: OfFields<F>): CreateShape<F> {
  return shapeOf(fields, (_, field) => {
    if (field.required !== undefined) return written(field)
    return field.edit === true ? written(field).optional() : undefined
  }) as CreateShape<F>
}

/** The fields that an edit may name, for `z.strictObject`. */
export function editShape<F extends Fields>({ fields }: OfFields<F>): NamedShape<F, Having<F, 'edit'>> {
  return named(fields, 'edit')
}

/** All that an edit may name, each of them: for settings that are written as a whole. */
export function writtenShape<F extends Fields>({ fields }: OfFields<F>): WrittenShape<F> {
  return shapeOf(fields, (_, field) => (field.edit === true ? written(field) : undefined)) as WrittenShape<F>
}

/** The fields that a bulk change may name, for `z.strictObject`. */
export function bulkShape<F extends Fields>({ fields }: OfFields<F>): NamedShape<F, Having<F, 'bulk'>> {
  return named(fields, 'bulk')
}

/** The members of a filter, for `listInput`, `bulkTarget` and `exportInput`, which make each optional. */
export function filterShape<A extends Fields>({ filters }: { readonly filters: A }): FilterShape<A> {
  return shapeOf(filters, (_, field) => asked(field)) as FilterShape<A>
}

/** A row of an imported file; null and absent are the same. */
export function importedSchema<F extends Fields>({
  fields,
}: OfFields<F>): z.ZodObject<ImportShape<F>, z.core.$strict> {
  const shape = shapeOf(fields, (_, field) => {
    if (field.import === undefined) return undefined
    if (field.kind === 'end') return written(field).refine(isEnd, 'before 2000').nullish()
    return field.required === 'always' ? written(field) : written(field).nullish()
  })
  return z.strictObject(shape as ImportShape<F>)
}

/** 0 is no end: the account had no licence yet. */
function isEnd(at: unknown): boolean {
  return at === 0 || Number(at) >= EARLIEST_END
}

function named<F extends Fields, const O extends 'edit' | 'bulk'>(
  fields: F,
  option: O,
): NamedShape<F, Having<F, O>> {
  return shapeOf(fields, (_, field) =>
    field[option] === true ? written(field).optional() : undefined,
  ) as NamedShape<F, Having<F, O>>
}

/** The schema of one field as it is written: for an action that takes some fields alone. */
export function fieldSchema<F extends Field>(field: F): Schema<Value<F>> {
  return written(field) as Schema<Value<F>>
}

function shapeOf(
  fields: Fields,
  schemaOf: (name: string, field: Field) => z.ZodType | undefined,
): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const schema = schemaOf(name, field)
      return schema === undefined ? [] : [[name, schema]]
    }),
  )
}

function orNull(field: Field, schema: z.ZodType): z.ZodType {
  return field.nullable === true ? schema.nullable() : schema
}

/** As a record holds it: what was stored once stays readable, whatever the rules for new ones are. */
function recorded(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      return z.string()
    case 'words':
      return z.array(z.string())
    case 'flag':
      return z.boolean()
    case 'choice':
      return z.enum(field.values)
    case 'custom':
      return z.record(z.string(), z.string())
    case 'part':
    case 'custom_value':
      return z.never()
    default:
      return z.int()
  }
}

function written(field: Field): z.ZodType {
  return orNull(field, plainlyWritten(field))
}

function plainlyWritten(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      return textSchema(field)
    case 'words':
      return wordsSchema(field)
    case 'custom':
      return customSchema()
    case 'number':
      return within(field)
    case 'time':
      return within({ min: 0, max: LAST_SECOND, ...field })
    case 'end':
      return z.int().min(0).max(LAST_SECOND)
    case 'id':
      return z.int().min(1)
    case 'reference':
    case 'person':
      return referenceTo(field.to)
    default:
      return recorded(field)
  }
}

/** As a filter names it. */
function asked(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      return z.string().max(field.max)
    case 'number':
      return within(field)
    case 'custom_value':
      return customValueSchema()
    case 'reference':
    case 'person':
      return naming(field.to, within(field))
    default:
      return recorded(field)
  }
}

function textSchema({ max, min, trim, pattern, says }: TextRules & { readonly max: number }): z.ZodString {
  let schema = z.string()
  if (trim === true) schema = schema.trim()
  if (min !== undefined) schema = schema.min(min)
  if (pattern !== undefined) schema = schema.regex(pattern, says)
  return schema.max(max)
}

/** A comma separates words in files and forms. */
function wordsSchema({ most, max }: { readonly most: number; readonly max: number }): z.ZodType {
  const word = z.string().trim().min(1).max(max).regex(WORD, 'a word without commas')
  return z.array(word).overwrite(differentWords).max(most)
}

const customValue = z.string().max(MAX_FIELD_VALUE_LENGTH)

/** An empty value removes the field's value. Fields that the input doesn't name keep theirs. */
function customSchema(): z.ZodType {
  return z
    .record(naming('field', z.string().regex(/^[1-9]\d{0,8}$/)), customValue)
    .refine((values) => Object.keys(values).length <= MAX_CUSTOM_FIELDS, 'too many fields')
}

const someValue = customValue.min(1)

/** A question about a custom field. */
export function customValueSchema(): z.ZodType<CustomValueFilter, CustomValueFilter> {
  return z
    .strictObject({
      field: referenceTo('field'),
      value: customValue.optional(),
      any: z.array(someValue).min(1).max(MAX_FIELD_CHOICES).optional(),
      contains: someValue.optional(),
      from: someValue.optional(),
      to: someValue.optional(),
    })
    .refine((filter) => questionOf(filter) !== undefined, 'one question')
}

function within({ min, max }: NumberRules): z.ZodType {
  let schema = z.int()
  if (min !== undefined) schema = schema.min(min)
  return max === undefined ? schema : schema.max(max)
}
