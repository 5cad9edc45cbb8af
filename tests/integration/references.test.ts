import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { DECLARED_ACTIONS, type DeclaredAction } from '../../src-server/contract/actions/index.ts'
import type { ReferenceKind } from '../../src-server/contract/reference-kinds.ts'
import { TokenClient, type ConsoleClient, type ConsoleReply } from '../support/console-client.ts'
import { isForPrograms, isWithinApplications } from '../../src-server/domain/access/api-token.ts'
import { openDatabase, type TestDatabaseConnection } from '../support/database.ts'
import { membersOf } from '../support/input-members.ts'
import { TestServer } from '../support/test-server.ts'
import { OTHERS } from './references/inputs.ts'
import { furnishPlatform, furnishTenant, NOBODYS, type Records, type Tenant } from './references/tenant.ts'

const WHO = ['owner', 'developer', 'staff', 'agent', 'token'] as const
type Who = (typeof WHO)[number]

let server: TestServer
let own: Tenant
let foreign: Tenant
let people: Record<Who, ConsoleClient>
let db: TestDatabaseConnection

beforeAll(async () => {
  server = await TestServer.start()
  const platform = await furnishPlatform(server)
  own = await furnishTenant(server, 'Own', platform)
  foreign = await furnishTenant(server, 'Foreign', platform)
  const owner = await server.owner()
  const { token } = await owner.call('token_create', {
    name: 'Own',
    actions: [...FOR_TOKENS],
    apps: [Number(own.records.application)],
    expires_at: server.clock.now() + 86_400,
  })
  people = { ...own, owner, token: new TokenClient(owner.url, token) }
  db = await openDatabase(server)
})
afterAll(async () => {
  await db.close()
  await server.end()
})

/**
 * An export leaves a row in the audit log, whatever it matched. An index of searches follows its rows later. A token's
 * use is stored. The set-up's calls are counted by the hour. `meta` has the times of chores. The units of several copies, their heartbeats and counts
 * leave rows of their own.
 */
const LEFT_OUT =
  /^audit|search|^api_tokens$|^call_uses$|^meta$|^(changes|copies|counts|desk|replays|steward|units)$/
/** The calls of the set-up are counted later. */
const LATE = 'api_total'
let last: { readonly version: unknown; readonly state: ReadonlyMap<string, string> } | undefined

/** The rows of all tables. Nothing is read again while the server has written nothing. */
async function stateOfAll(): Promise<ReadonlyMap<string, string>> {
  const version = await db.commits()
  if (last !== undefined && last.version === version) return last.state
  const state = await readAll()
  last = { version, state }
  return state
}

async function readAll(): Promise<ReadonlyMap<string, string>> {
  const tables = (await db.tables()).filter((name) => !LEFT_OUT.test(name))
  const known = (key: string, value: unknown) => (key === LATE ? undefined : value)
  const state = new Map<string, string>()
  for (const name of tables) state.set(name, JSON.stringify(await db.rows(`SELECT * FROM "${name}"`), known))
  return state
}
const changedSince = async (before: ReadonlyMap<string, string>) =>
  [...(await stateOfAll())].flatMap(([name, rows]) => (before.get(name) === rows ? [] : [name]))

/** The owner's agents belong to no application, so a token of the owner knows them. */
const HIDDEN_FROM_TOKEN = (to: ReferenceKind) => to !== 'agent'
/** What the owner may not name although somebody has it: people's own things and an employer's staff. */
const HIDDEN_FROM_OWNER: readonly ReferenceKind[] = [
  'staff',
  'role',
  'reply_template',
  'view',
  'channel',
  'webhook',
  'webhook_event',
]

interface Reference {
  readonly action: DeclaredAction
  readonly path: readonly string[]
  readonly to: ReferenceKind
}
const REFERENCES: readonly Reference[] = DECLARED_ACTIONS.filter(({ roles }) => roles !== 'public').flatMap(
  (action) =>
    membersOf(action.input).flatMap(({ path, to }) => (to === undefined ? [] : [{ action, path, to }])),
)

/** The actions of the owner's token, which is limited to the application of the tenant. */
const FOR_TOKENS = new Set(
  DECLARED_ACTIONS.filter(
    (action) => isForPrograms(action) && isWithinApplications(action) && action.roles.includes('owner'),
  ).map(({ name }) => name),
)
const referencesOf = (who: Who) =>
  who === 'token' ? REFERENCES.filter(({ action }) => FOR_TOKENS.has(action.name)) : REFERENCES

const MADE_UP = 987_654_321
const nobodys = (to: ReferenceKind) => NOBODYS[to] ?? MADE_UP

/** The agent's own records, where these are other than the developer's. */
function recordsOf(who: Who): Records {
  return who === 'agent' ? { ...own.records, agent: own.below } : own.records
}

function put(into: Record<string, unknown>, [step, ...rest]: readonly string[], value: unknown): void {
  if (step === undefined) return
  if (rest[0] === '[]') into[step] = [value]
  else if (rest[0] === '{key}') into[step] = { [String(value)]: 'x' }
  else if (rest.length === 0) into[step] = value
  else {
    const inner = { ...(into[step] as object | undefined) }
    put(inner, rest, value)
    into[step] = inner
  }
}

/** An input of the caller's own records, except that one member names `value`. */
function inputOf({ action, path }: Reference, who: Who, value: unknown): Record<string, unknown> {
  const input: Record<string, unknown> = { ...OTHERS[action.name]?.(own.records) }
  const needed = REFERENCES.filter(
    (one) => one.action === action && isNeeded(action.input, one.path, path, who),
  )
  for (const { path: at, to } of needed) put(input, at, recordsOf(who)[to])
  put(input, path, value)
  // An attribution or a value says what changes; the other change of a bulk act would be a second one.
  if (action.name === 'code_update' && ['agent', 'fields'].includes(path[0]!)) delete input['note']
  return input
}

/** Whether the input lacks something without this reference. */
function isNeeded(input: z.ZodType, at: readonly string[], asked: readonly string[], who: Who): boolean {
  if (at === asked || at.length === 0) return false
  const member = at[0]!
  const isTarget = member === 'ids' || member === 'filter'
  if (isTarget) return member === 'ids' && asked[0] !== 'filter' && !isOptionalExport(input)
  if (member === 'app' && 'parent' in shapeOf(input)) return who !== 'agent'
  if (member === 'parent') return who === 'agent'
  const schema = shapeOf(input)[member]
  return schema !== undefined && !schema.safeParse(undefined).success
}
const shapeOf = (input: z.ZodType): Readonly<Record<string, z.ZodType>> =>
  input instanceof z.ZodObject ? input.shape : {}
/** An export may name codes beside its filter. */
const isOptionalExport = (input: z.ZodType) => 'format' in shapeOf(input)

/** What the answer says, without the number that was asked for. */
function said({ code, msg, fields }: ConsoleReply, value: number | string): string {
  return JSON.stringify({ code, msg, fields }).replace(new RegExp(`\\b${value}\\b`, 'g'), '?')
}

/** The specification's answer to a code that an application doesn't have. */
const NO_CODE = 149
/** How an input is refused before anything is looked up. */
const MALFORMED = 'Some of what was sent is not right'
const isUnknown = ({ code, msg, fields = {} }: ConsoleReply, path: readonly string[]) =>
  [403, 404, NO_CODE].includes(code) ||
  Object.values(fields).includes('an image that was uploaded') ||
  (code === 422 &&
    msg !== MALFORMED &&
    Object.keys(fields).some((name) => path.includes(name.split('.').at(-1)!))) ||
  (code === 200 && isNothing(msg))

interface Nothing {
  readonly done?: number
  readonly rows?: number | readonly unknown[]
  readonly counts?: Readonly<Record<string, number>>
}
function isNothing(msg: unknown): boolean {
  const { done, rows, counts = {} } = msg as Nothing
  const found = done ?? (typeof rows === 'number' ? rows : rows?.length) ?? 0
  return found + Object.values(counts).reduce((sum, count) => sum + count, 0) === 0
}

describe.each(WHO)('as %s', (who) => {
  it.each(referencesOf(who).map((one) => [one.action.name, one.path.join('.'), one] as const))(
    '%s, %s: a record of somebody else is as unknown as one that nobody has',
    async (name, _, reference) => {
      const { to } = reference
      const theirs = foreign.records[to]
      const client = people[who]
      const before = await stateOfAll()
      const ofNobody = await client.try(name, inputOf(reference, who, nobodys(to)))
      expect([isUnknown(ofNobody, reference.path), JSON.stringify(ofNobody)]).toEqual([
        true,
        expect.anything(),
      ])
      const isHidden =
        who === 'owner' ? HIDDEN_FROM_OWNER.includes(to) : who !== 'token' || HIDDEN_FROM_TOKEN(to)
      if (isHidden) {
        const ofOther = await client.try(name, inputOf(reference, who, theirs))
        expect(said(ofOther, theirs)).toBe(said(ofNobody, nobodys(to)))
      }
      expect(await changedSince(before)).toEqual([])
    },
  )
})
