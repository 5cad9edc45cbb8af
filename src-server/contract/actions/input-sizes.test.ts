import { expect, it } from 'vitest'
import { z } from 'zod'
import { INPUT_SIZES } from '../input-sizes.ts'
import { DECLARED_ACTIONS } from './index.ts'

/** A character of Chinese in UTF-8. */
const BYTES_OF_CHARACTER = 3
/** The longest texts without a limit of their own: dates, addresses, names of files. */
const UNLIMITED_TEXT = 255
const LONGEST_NUMBER = 17

type JsonSchema = z.core.JSONSchema.BaseSchema

/** The bytes of the longest input that a schema accepts. Rows of files have no schema here and count as nothing. */
function longest(given: JsonSchema | boolean): number {
  if (typeof given === 'boolean') return 0
  const options = given.anyOf ?? given.oneOf ?? given.allOf
  if (options !== undefined) return Math.max(...options.map(longest))
  if (given.const !== undefined) return JSON.stringify(given.const).length
  if (given.enum !== undefined) return Math.max(...given.enum.map((one) => JSON.stringify(one).length))
  switch (given.type) {
    case 'string':
      return 2 + (given.maxLength ?? UNLIMITED_TEXT) * (given.format === 'base64' ? 1 : BYTES_OF_CHARACTER)
    case 'array': {
      const items = given.items ?? {}
      return 2 + (given.maxItems ?? 100) * (1 + (Array.isArray(items) ? 0 : longest(items)))
    }
    case 'object': {
      const members = Object.entries(given.properties ?? {})
      return 2 + members.reduce((sum, [name, member]) => sum + name.length + 4 + longest(member), 0)
    }
    default:
      return given.type === undefined ? 0 : LONGEST_NUMBER
  }
}

it.each(DECLARED_ACTIONS.map((action) => [action.name, action] as const))(
  '%s takes every input that its schema accepts',
  (_, { input, roles, size }) => {
    const limits = INPUT_SIZES[roles === 'public' ? 'small' : (size ?? 'usual')]
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
    expect(longest(schema)).toBeLessThanOrEqual(limits.bytes)
  },
)

it('only imports take 16 MB', () => {
  const imports = DECLARED_ACTIONS.filter(({ size }) => size === 'import').map(({ name }) => name)
  expect(imports.sort()).toEqual(['account_import', 'certification_import', 'code_import', 'device_import'])
})
