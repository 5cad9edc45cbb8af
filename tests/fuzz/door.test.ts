import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PUBLIC_ACTIONS } from '../../src-server/ajax/selfservice/index.ts'
import { DECLARED_ACTIONS } from '../../src-server/contract/actions/index.ts'
import { TestServer } from '../support/test-server.ts'
import { SEED } from '../support/seed.ts'

/**
 * Hostile calls over HTTP, signed in and not: no answer is a 5xx, and the server logs no error. HOSTILE_CALLS sets their
 * number (a long run makes a million), TEST_SEED repeats a run.
 */
const CALLS = Number(process.env['HOSTILE_CALLS'] ?? 400)
const MS_PER_CALL = 400

let server: TestServer
let signedIn: Record<string, string>
beforeAll(async () => {
  server = await TestServer.start()
  const { cookie, csrf } = await server.owner()
  signedIn = { cookie, 'x-csrf-token': csrf }
  await server.application()
})
afterAll(() => server.end())

/** Actions that an empty input does not set off. */
const CONSOLE_ACTS = DECLARED_ACTIONS.filter(
  ({ input, reads, roles }) => roles !== 'public' && (reads === true || !input.safeParse({}).success),
).map(({ name }) => name)
const MEMBERS = [
  'id',
  'ids',
  'app',
  'filter',
  'search',
  'page',
  'size',
  'sort',
  'after',
  'rows',
  'name',
  'data',
]
const ODD = [
  null,
  true,
  -1,
  0,
  1,
  1e21,
  '',
  '\0',
  '__proto__',
  '💥',
  '\ud800',
  "' OR 1=1--",
  [],
  {},
  [[]],
  [1],
  { id: 1 },
]

const member = fc.tuple(
  fc.oneof(fc.constantFrom(...MEMBERS), fc.string({ maxLength: 8 })),
  fc.oneof(fc.constantFrom<unknown>(...ODD), fc.jsonValue({ maxDepth: 2 })),
)
const input = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(member, { maxLength: 5 }).map((pairs) => JSON.stringify(Object.fromEntries(pairs))),
  },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    '{',
    '[',
    'null',
    '"',
    '{"rows":[',
    `{"a":${'['.repeat(500)}`,
    `[${'[],'.repeat(3000)}1]`,
  ),
  fc.constantFrom(70_000, 300_000).map((length) => `{"name":"${'x'.repeat(length)}"}`),
)
const call = fc.record({
  act: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<string>(...CONSOLE_ACTS) },
    { weight: 2, arbitrary: fc.constantFrom<string>(...PUBLIC_ACTIONS.map(({ name }) => name)) },
    fc.string({ maxLength: 12 }),
  ),
  body: input,
  method: fc.constantFrom('POST', 'POST', 'POST', 'PUT', 'GET'),
  isSignedIn: fc.boolean(),
  headers: fc.constantFrom<Record<string, string>>(
    {},
    { 'content-type': 'application/json' },
    { 'content-encoding': 'gzip' },
    { origin: 'https://evil.example' },
    { 'x-forwarded-for': '1.2.3.4, \tx' },
    { cookie: 'sid=;;=' },
  ),
  path: fc.constantFrom(
    '/ajax.php',
    '/ajax.php',
    '/x/ajax.php',
    '/api.php',
    '/',
    '/images/x',
    '/console/../x',
  ),
})

it(
  'no hostile call gets a 5xx',
  async () => {
    const property = fc.asyncProperty(call, async ({ act, body, method, isSignedIn, headers, path }) => {
      const door = isSignedIn ? server.running.consoleUrl : server.running.publicUrl
      const response = await fetch(`${door}${path}?act=${encodeURIComponent(act.toWellFormed())}`, {
        method,
        headers: { ...(isSignedIn && signedIn), ...headers },
        ...(method !== 'GET' && { body }),
        redirect: 'manual',
      })
      const text = await response.text()
      expect(response.status).toBeLessThan(500)
      if (text.startsWith('{')) expect((JSON.parse(text) as { code: number }).code).toBeLessThan(500)
      expect(server.log.errors).toEqual([])
    })
    await fc.assert(property, { numRuns: CALLS, seed: SEED })
  },
  60_000 + CALLS * MS_PER_CALL,
)
