import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'

it.each(['runtime.json', 'console.json'])('docs/openapi/%s is valid OpenAPI 3.1', async (name) => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/openapi', name), 'utf8')
  expect(await new Validator().validate(JSON.parse(text) as Record<string, unknown>)).toEqual({ valid: true })
})
