import { expect, it } from 'vitest'
import { z } from 'zod'
import { importedAccount } from '../records/account.ts'
import { importedCertification } from '../records/certification.ts'
import { importedCode } from '../records/code.ts'
import { importedDevice } from '../records/device.ts'
import { DECLARED_ACTIONS } from './index.ts'

/** The paths of objects that accept undeclared members, in a schema and everything inside it. */
function looseObjects(schema: unknown, path: string): string[] {
  if (schema instanceof z.ZodObject) {
    const isStrict = schema.def.catchall instanceof z.ZodNever
    const members = Object.entries(schema.shape).flatMap(([name, member]) =>
      looseObjects(member, `${path}.${name}`),
    )
    return isStrict ? members : [path, ...members]
  }
  if (schema instanceof z.ZodArray) return looseObjects(schema.element, `${path}[]`)
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option, at) => looseObjects(option, `${path}|${at}`))
  if (schema instanceof z.ZodPipe)
    return [...looseObjects(schema.in, path), ...looseObjects(schema.out, path)]
  if (schema instanceof z.ZodRecord) return looseObjects(schema.valueType, `${path}{}`)
  if (schema instanceof z.ZodTuple)
    return schema.def.items.flatMap((item, at) => looseObjects(item, `${path}[${at}]`))
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodReadonly
  )
    return looseObjects(schema.unwrap(), path)
  return SIMPLE.some((kind) => schema instanceof kind) ? [] : [`${path}: a kind this test does not know`]
}

/** The kinds of schema that hold no object. */
const SIMPLE = [
  z.ZodString,
  z.ZodNumber,
  z.ZodBoolean,
  z.ZodNull,
  z.ZodEnum,
  z.ZodLiteral,
  z.ZodUnknown,
  z.ZodTransform,
  z.ZodBase64,
  z.ZodEmail,
  z.ZodURL,
  z.ZodIPv4,
  z.ZodIPv6,
  z.ZodCIDRv4,
  z.ZodCIDRv6,
] as const

it.each(DECLARED_ACTIONS.map(({ name, input }) => [name, input] as const))(
  '%s refuses members it does not declare, at any depth',
  (name, input) => {
    expect(looseObjects(input, name)).toEqual([])
  },
)

/** The rows of files. The inputs of the imports hold them as unknown, so that one wrong row refuses itself alone. */
it.each(Object.entries({ importedAccount, importedCertification, importedCode, importedDevice }))(
  'a row of a file, %s, refuses members it does not declare, at any depth',
  (name, row) => {
    expect(looseObjects(row, name)).toEqual([])
  },
)

it('the walk finds a loose object at every depth', () => {
  const loose = z.object({})
  const holder = z.strictObject({
    array: z.array(loose),
    maybe: loose.optional(),
    none: loose.nullable().default(null),
    either: z.union([z.string(), loose]),
    record: z.record(z.string(), loose),
    inner: z.strictObject({ deep: loose }).partial(),
    piped: z.strictObject({ a: loose }).transform((value) => value),
    refined: z.looseObject({}).refine(() => true),
  })
  expect(looseObjects(holder, '')).toEqual([
    '.array[]',
    '.maybe',
    '.none',
    '.either|1',
    '.record{}',
    '.inner.deep',
    '.piped.a',
    '.refined',
  ])
})
