import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_ACTIONS } from '../../../src-server/ajax/selfservice/index.ts'
import { DECLARED_ACTIONS } from '../../../src-server/contract/actions/index.ts'
import { RUNTIME_APIS } from '../../../src-server/contract/runtime-apis.ts'
import { openapiDocuments } from './documents.ts'
import type { Json } from './json-schema.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PATHS = ['docs/openapi/runtime.json', 'docs/openapi/console.json'] as const

const onDisk = (path: string): Json => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Json
const pathsOf = (path: string): string[] => Object.keys(onDisk(path)['paths'] as Json)

let generated: ReadonlyMap<string, Json>
beforeAll(async () => {
  generated = await openapiDocuments()
})

describe.each(PATHS)('%s', (path) => {
  it('is as the declarations make it (npm run documents writes it)', () => {
    // Through JSON, which has no undefined.
    expect(onDisk(path)).toEqual(JSON.parse(JSON.stringify(generated.get(path))))
  })

  it('refers only to components that it has, and has no other', () => {
    const document = onDisk(path)
    const text = JSON.stringify(document)
    const referred = new Set(Array.from(text.matchAll(/"#\/components\/(\w+\/\w+)"/g), ([, name]) => name))
    const had = Object.entries(document['components'] as Record<string, Json>)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, components]) => Object.keys(components).map((name) => `${kind}/${name}`))
    expect([...referred].sort()).toEqual(had.sort())
  })

  it('names each operation once', () => {
    const names = Array.from(
      JSON.stringify(onDisk(path)).matchAll(/"operationId":"(\w+)"/g),
      ([, name]) => name,
    )
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('the operations', () => {
  it('of programs are all names of api.php and all public actions', () => {
    const expected = [
      ...RUNTIME_APIS.map((name) => `/${name}/api.php`),
      ...PUBLIC_ACTIONS.map(({ name }) => `/${name}/ajax.php`),
    ]
    expect(pathsOf('docs/openapi/runtime.json').sort()).toEqual(expected.sort())
  })

  it('of the console are all declared actions and the live stream', () => {
    const expected = [...DECLARED_ACTIONS.map(({ name }) => name), 'live'].map(
      (name) => `/ajax.php?act=${name}`,
    )
    expect(pathsOf('docs/openapi/console.json').sort()).toEqual(expected.sort())
  })
})
