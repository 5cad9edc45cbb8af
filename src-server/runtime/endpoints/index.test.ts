import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { API_ALIASES, CAPABILITIES, RUNTIME_APIS } from '../../contract/runtime-apis.ts'
import { ENDPOINTS } from './index.ts'

/** Files that declare an endpoint. */
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .filter((file) =>
    /= define(?:Mt5|Raw)?Endpoint\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  )
  .map((file) => file.replace(/\.ts$/, '').replaceAll('-', '_'))

/** The endpoints that need neither signature nor encryption by the specification. */
const WHITELIST = [
  ...['ini', 'notice', 'getfile', 'getrc4', 'ygg', 'sig', 'yyzkmdenglu'],
  ...['mt5logon', 'mt5login', 'mt5pulse', 'mt5notify', 'mt5messenger_bind'],
]
/** The endpoints that answer with a download or a text of their own. */
const RAW = ['automaticsample', 'sig', 'violationsinfo', 'ygg', 'yyzkmdenglu']

describe('endpoints', () => {
  it('the index lists every endpoint file under its file name', () => {
    expect(ENDPOINTS.map(({ name }) => name).sort()).toEqual(files.sort())
  })

  it('names and aliases are those of the specification, each once, without pay', () => {
    const names = ENDPOINTS.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])])
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(RUNTIME_APIS).toContain(name)
    expect(names).not.toContain('pay')
  })

  it("each endpoint is a capability, and an alias shares its endpoint's capability", () => {
    expect(ENDPOINTS.map(({ name }) => name).sort()).toEqual([...CAPABILITIES].sort())
    const aliases = ENDPOINTS.flatMap(({ name, aliases = [] }) => aliases.map((alias) => [alias, name]))
    expect(Object.fromEntries(aliases)).toEqual(API_ALIASES)
  })

  it.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s: whitelist and envelope follow the specification',
    (name, endpoint) => {
      expect(endpoint.whitelisted).toBe(WHITELIST.includes(name))
      expect(endpoint.envelope).toBe(name.startsWith('mt5') ? 'mt5' : RAW.includes(name) ? 'raw' : 'standard')
    },
  )

  it.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s reads its parameters as its schema does, and reads no others',
    (_, { params, read }) => {
      const name = fc.constantFrom('other', 'kami', ...Object.keys(params.shape))
      fc.assert(
        fc.property(fc.array(fc.tuple(name, fc.string())), (pairs) => {
          const given = new Map(pairs)
          const verdict = params.safeParse(Object.fromEntries(given))
          if (verdict.success) expect(read(given)).toEqual(verdict.data)
          else expect(() => read(given)).toThrow()
        }),
        { numRuns: 50 },
      )
    },
  )
})
