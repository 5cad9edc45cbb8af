import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../src-server/runtime/endpoints/index.ts'
import { SCENARIOS } from './scenarios/index.ts'
import { guardNumbers, numbersOf } from './support/check-declared.ts'

/** The codes of the specification's table, and 202, which the original also sends. */
const TABLE = [
  ...Array.from({ length: 75 }, (_, at) => 100 + at),
  ...[199, 200, 201, 202, 400, 401, 403, 404, 410, 422, 423, 500, 502],
]

/** Codes that no runtime endpoint of this server answers, with the reason. */
const RESERVED: readonly (readonly [reason: string, codes: readonly number[]])[] = [
  ['mail verification codes are of no endpoint of the specification', [120, 121, 123, 124]],
  ['tokens of a larger edition: the runtime API has no sessions', [125, 126, 127]],
  ['changing an account is of no endpoint', [128, 129]],
  ['orders and payments: pay is no endpoint', [130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140]],
  ['uploads are of no endpoint', [142]],
  ['points events and check-in are of no endpoint', [143, 144, 145, 146, 147]],
  ['recharging is the console’s and the public page’s', [152, 166]],
  ['orders are of no endpoint', [153, 154, 155, 168]],
  ['social logins are of no endpoint', [156, 157, 158, 159, 160, 161, 162, 163]],
]

const expected = new Set(
  Object.values(SCENARIOS).flatMap((scenarios) =>
    scenarios.flatMap(({ steps }) =>
      steps.flatMap((step) => ('code' in step.expect ? [step.expect.code] : [])),
    ),
  ),
)
const reserved = RESERVED.flatMap(([, codes]) => codes)

describe('the error table', () => {
  it.each(TABLE)('%d is expected by a scenario or reserved', (code) => {
    expect([expected.has(code), reserved.includes(code)].filter(Boolean)).toHaveLength(1)
  })

  it('scenarios expect no other code', () => {
    expect([...expected].filter((code) => !TABLE.includes(code))).toEqual([])
  })

  it('every endpoint has scenarios, more than four hundred in all', () => {
    const all = Object.values(SCENARIOS)
    for (const scenarios of all) expect(scenarios.length).toBeGreaterThan(3)
    expect(all.flat().length).toBeGreaterThan(400)
  })

  it('the names in a file of scenarios are unique', () => {
    for (const scenarios of Object.values(SCENARIOS)) {
      const names = scenarios.map(({ name }) => name)
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    }
  })
})

/** Codes whose cause no scenario makes, each with the test that does. */
const ELSEWHERE: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  userreg: { 201: 'userreg.test.ts' },
  logongetapp: { 114: 'developer-calls.test.ts', 201: 'developer-calls.test.ts' },
  openrc42: { 114: 'developer-calls.test.ts', 201: 'developer-calls.test.ts' },
  violationsinfo: { 500: 'violationsinfo.test.ts' },
}

describe('the declared codes of an endpoint', () => {
  const answered = Object.values(SCENARIOS).flatMap((scenarios) =>
    scenarios.flatMap(({ steps }) =>
      steps.flatMap(({ query, expect: { ...answer } }) =>
        'code' in answer && answer.keyless !== true
          ? [{ api: /(?:^|&)api=([^&]*)/.exec(query)?.[1], code: answer.code }]
          : [],
      ),
    ),
  )

  it.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s: a scenario meets each of them, and no other',
    (name, endpoint) => {
      const names = [name, ...(endpoint.aliases ?? [])]
      const met = new Set(answered.filter(({ api }) => names.includes(api ?? '')).map(({ code }) => code))
      const own = numbersOf(endpoint.codes)
      const never = own.filter((code) => !met.has(code) && !isMadeElsewhere(name, code))
      expect(never).toEqual([])
      const declared = new Set([...own, ...guardNumbers(endpoint)])
      expect([...met].filter((code) => !declared.has(code))).toEqual([])
    },
  )
})

function isMadeElsewhere(api: string, code: number): boolean {
  const file = ELSEWHERE[api]?.[code]
  if (file === undefined) return false
  const text = readFileSync(join(import.meta.dirname, '../integration', file), 'utf8')
  return new RegExp(`\\b${code}\\b`).test(text)
}
