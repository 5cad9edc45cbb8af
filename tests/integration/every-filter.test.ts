import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { DECLARED_ACTIONS, type ActionName } from '../../src-server/contract/actions/index.ts'
import { fieldQuestions, filterCases } from './filter-cases.ts'
import { fillServer, type FilledServer } from './filled-server.ts'

let made: FilledServer
let cases: ReturnType<typeof filterCases>
beforeAll(async () => {
  made = await fillServer()
  cases = filterCases(made)
})
afterAll(() => made.server.end())

type Members = Readonly<Record<string, readonly [unknown, unknown] | 'widens'>>

/** The members that the filter of an action declares; undefined where it takes none. */
function declared(input: z.ZodType): string[] | undefined {
  if (!(input instanceof z.ZodObject)) return undefined
  let filter: unknown = input.shape['filter']
  while (filter instanceof z.ZodOptional || filter instanceof z.ZodDefault) filter = filter.unwrap()
  return filter instanceof z.ZodObject ? Object.keys(filter.shape) : undefined
}

const FILTERED = DECLARED_ACTIONS.flatMap(({ name, input }) => {
  const members = declared(input)
  return members === undefined ? [] : [[name, members] as const]
})

/** The cases of an action: those of the longest prefix of its name. */
function casesOf(name: string): Members {
  const found = Object.entries(cases)
    .filter(([start]) => name === start || name.startsWith(`${start}_`))
    .sort(([a], [b]) => b.length - a.length)[0]
  if (found === undefined) throw new Error(`no cases for ${name}`)
  return found[1]
}

/** The other input of an action beside its filter. A bulk act only counts. */
const NEEDS: Partial<Record<ActionName, object>> = {
  device_bulk: { dry_run: true, note: 'x' },
  device_extend: { dry_run: true, seconds: 60 },
  device_delete: { dry_run: true },
  device_control: { pause_open: true },
  account_bulk: { dry_run: true, disable_reason: 'x' },
  code_update: { dry_run: true, note: 'x' },
  code_delete: { dry_run: true },
  code_restore: { dry_run: true },
  code_purge: { dry_run: true },
  code_unbind: { dry_run: true },
  auth_request_bulk: { dry_run: true },
}

const attempt = async (name: string, input: object) => (await made.server.owner()).try(name, input)

interface Answer {
  readonly rows?: readonly unknown[] | number
  readonly total?: number
  readonly done?: number
  readonly skipped?: readonly unknown[]
  readonly counts?: Readonly<Record<string, number>>
}

/** The number of rows in an answer. */
async function reached(name: string, filter: object): Promise<number> {
  // A list of one agent's ledger lines has to name the agent.
  const whole = name === 'ledger_list' ? { agent: made.agent, ...filter } : filter
  const reply = await attempt(name, { ...NEEDS[name as ActionName], filter: whole })
  if (name === 'ledger_list' && reply.code === 404) return 0
  expect([name, filter, reply.code]).toEqual([name, filter, 200])
  const { rows, total, done, skipped, counts } = reply.msg as Answer
  if (done !== undefined) return done + (skipped?.length ?? 0)
  if (counts !== undefined) return Object.values(counts).reduce((sum, count) => sum + count, 0)
  return total ?? (typeof rows === 'number' ? rows : (rows?.length ?? 0))
}

it('the walk finds lists, exports and bulk acts', () => {
  const names = FILTERED.map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(['device_list', 'device_export', 'device_bulk', 'audit_list']))
})

describe.each(FILTERED)('%s', (name, members) => {
  it('has a case for each member that its filter declares', () => {
    const cased = members.length === 0 ? [] : Object.keys(casesOf(name))
    expect(cased).toEqual(expect.arrayContaining(members))
  })

  it('finds no row by a value that nobody has', async () => {
    for (const member of members) {
      const values = casesOf(name)[member]
      if (values === undefined || values === 'widens') continue
      expect([member, await reached(name, { [member]: values[1] })]).toEqual([member, 0])
    }
  })

  it('finds a row by a value that somebody has', async () => {
    for (const member of members) {
      const values = casesOf(name)[member]
      if (values === undefined || values === 'widens') continue
      const found = await reached(name, { [member]: values[0] })
      expect([member, found > 0]).toEqual([member, true])
    }
  })

  it('refuses a member that it does not declare', async () => {
    const filter = { nobody_declared_this: 1 }
    const reply = await attempt(name, { ...NEEDS[name], filter })
    expect(reply).toMatchObject({ code: 422 })
  })
})

it.each(FILTERED.flatMap(([name, members]) => (members.includes('field') ? name : [])))(
  '%s answers each question about a custom field',
  async (name) => {
    for (const [somebody, nobody] of fieldQuestions(made)) {
      expect([somebody, (await reached(name, { field: somebody })) > 0]).toEqual([somebody, true])
      expect([nobody, await reached(name, { field: nobody })]).toEqual([nobody, 0])
    }
  },
)

describe('risk_list, whose filter is its input', () => {
  const count = async (input: object) => {
    const reply = await attempt('risk_list', input)
    return (reply.msg as { rows: unknown[] }).rows.length
  }

  it('finds no row by a value that nobody has, and a row by one that somebody has', async () => {
    for (const [member, [somebody, nobody]] of Object.entries(cases.risk)) {
      expect([member, await count({ [member]: nobody })]).toEqual([member, 0])
      expect([member, (await count({ [member]: somebody })) > 0]).toEqual([member, true])
    }
  })
})

const SEARCHED = DECLARED_ACTIONS.filter(
  // A statement also needs its account.
  ({ name, input }) =>
    name.endsWith('_list') && name !== 'ledger_list' && input.safeParse({ search: 'x' }).success,
).map(({ name }) => name)

it.each(SEARCHED)('%s finds nothing with a NUL, which no text holds', async (name) => {
  for (const search of ['\0', 'a\0', '\0a']) {
    const { code, msg } = await attempt(name, { search })
    expect([code, (msg as Answer).rows]).toEqual([200, []])
  }
})
