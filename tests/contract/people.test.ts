import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListQuery } from '../../src-server/contract/paging.ts'
import type { NewOperator, Operator } from '../../src-server/domain/access/operator.ts'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import type { OperatorFilter } from '../../src-server/store/repositories/operators.ts'
import type { WriteUnit } from '../../src-server/store/store.ts'
import { layRows } from './lay-rows.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { FOREVER, HARD_TEXT, NOW } from './sample-records.ts'
import { walkList } from './walk-list.ts'

type Sort = 'id' | 'name' | 'created_at' | 'last_sign_in_at'
const DEFAULTS: Omit<Operator, 'id' | 'name' | 'role' | 'passwordHash' | 'createdAt'> = {
  frozen: false,
  banned: false,
  stateReason: '',
  employerId: null,
  staffRoleId: null,
  parentId: null,
  makerId: null,
  planId: null,
  planEndsAt: null,
  qq: '',
  email: '',
  note: '',
  notices: {},
  totpSecret: '',
  totpConfirmedAt: null,
  totpLastStep: 0,
  lastSignInAt: null,
}

describe.each(ENGINES)('operators on %s', (engine) => {
  let open: OpenStore
  const people: Operator[] = []
  const by = (name: string) => people.find((one) => one.name === name)!

  const write = <T>(work: (unit: WriteUnit) => Promise<T>) => open.store.write(work, { durable: true })
  const read: OpenStore['store']['read'] = (work) => open.store.read(work)
  const add = async (name: string, over: Partial<NewOperator> = {}) => {
    const given = { name, role: 'developer' as const, passwordHash: 'x', createdAt: NOW, ...over }
    const made = await write((unit) => unit.operators.insert(given))
    people.push(made)
    return made
  }
  const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name)
  const list = (filter: OperatorFilter, over: Partial<ListQuery<Sort>> = {}) =>
    read((unit) => unit.operators.list(filter, { offset: 0, limit: 50, sort: 'id', desc: false, ...over }))

  beforeAll(async () => {
    open = await openStore(engine)
    await add('owner', { role: 'owner', email: 'o@example.com', lastSignInAt: FOREVER })
    await add('深圳 Dev', { note: HARD_TEXT, totpSecret: 'JBSWY3DP', notices: { language: 'zh' } as never })
    await add('b_dev', { email: 'B%@Example.com', frozen: true, lastSignInAt: NOW })
    await add('banned', { banned: true, frozen: true, email: 'x@y' })
    await add('invited', { passwordHash: '', email: 'i@y', lastSignInAt: NOW })
    await add('agent', { role: 'agent', qq: '10001' })
    await add('below', { role: 'agent', parentId: by('agent').id, makerId: by('agent').id })
    await add('below that', { role: 'agent', parentId: by('below').id })
    await write(async (unit) => {
      const role = await unit.staffRoles.insert({
        employerId: by('b_dev').id,
        name: 'clerk',
        permissions: ['codes'],
        createdAt: NOW,
      })
      const plan = await unit.plans.insert({
        name: 'small',
        maxApplications: 1,
        maxCodes: null,
        maxDevices: FOREVER,
        maxAgents: 0,
        validDays: null,
        note: '',
        createdAt: NOW,
      })
      await unit.operators.update(by('深圳 Dev').id, { planId: plan.id, planEndsAt: FOREVER })
      people.push(
        await unit.operators.insert({
          name: 'staff',
          role: 'developer',
          passwordHash: 'x',
          createdAt: NOW + 1,
          employerId: by('b_dev').id,
          staffRoleId: role.id,
          qq: '10002',
        }),
      )
    })
  })
  afterAll(() => open.close())

  it('an operator comes back whole, with the defaults of what was left out', () => {
    expect(by('banned')).toEqual({
      ...DEFAULTS,
      id: by('banned').id,
      name: 'banned',
      role: 'developer',
      passwordHash: 'x',
      createdAt: NOW,
      banned: true,
      frozen: true,
      email: 'x@y',
    })
    expect(by('深圳 Dev')).toMatchObject({
      note: HARD_TEXT,
      totpSecret: 'JBSWY3DP',
      notices: { language: 'zh' },
    })
  })

  it('are found by id, by name and by role, and the secret is sealed in the table', async () => {
    const dev = by('深圳 Dev')
    const stored = { ...dev, planId: expect.any(Number) as number, planEndsAt: FOREVER }
    expect(await read((unit) => unit.operators.find(dev.id))).toEqual(stored)
    expect(await read((unit) => unit.operators.findByName('深圳 Dev'))).toEqual(stored)
    for (const name of ['深圳 dev', 'nobody', "b_dev' OR 1=1", 'b\0dev'])
      expect(await read((unit) => unit.operators.findByName(name))).toBeUndefined()
    expect(await read((unit) => unit.operators.find(9_999))).toBeUndefined()
    expect(await read((unit) => unit.operators.owner())).toEqual(by('owner'))
    const [row] = await open.run<{ secret: string }>(
      `SELECT totp_secret AS secret FROM operators WHERE id = ${dev.id}`,
    )
    expect(row?.secret).toMatch(/^sealed:/)
  })

  it('lists by filter, search, order and page', async () => {
    const [owner, dev, b, banned, invited] = ['owner', '深圳 Dev', 'b_dev', 'banned', 'invited']
    const developers = [dev, b, banned, invited]
    expect(names((await list({ role: 'developer' })).rows)).toEqual(developers)
    expect((await list({ role: 'developer' }, { limit: 1 })).total).toBe(4)
    expect(names((await list({ role: 'developer', state: 'banned' })).rows)).toEqual([banned])
    expect(names((await list({ role: 'developer', state: 'frozen' })).rows)).toEqual([b])
    expect(names((await list({ role: 'developer', state: 'invited' })).rows)).toEqual([invited])
    expect(names((await list({ role: 'developer', state: 'active' })).rows)).toEqual([dev])
    expect(names((await list({ employer: by('b_dev').id })).rows)).toEqual(['staff'])
    expect((await list({ plan: 9_999 })).rows).toEqual([])
    const { planId } = (await read((unit) => unit.operators.find(by('深圳 Dev').id)))!
    expect(names((await list({ plan: planId! })).rows)).toEqual([dev])
    expect(names((await list({ staffRole: by('staff').staffRoleId! })).rows)).toEqual(['staff'])
    for (const [search, found] of [
      ['深', [dev]],
      ['DEV', [dev, b]],
      ['a_b', [dev]],
      ['%@EXAMPLE', [b]],
      ['\\', [dev]],
      ["o'neil", [dev]],
      ['\0', []],
      ['', developers],
    ] as const)
      expect(names((await list({ role: 'developer' }, { search })).rows)).toEqual(found)
    expect(names((await list({ role: 'owner' })).rows)).toEqual([owner])
  })

  it.each([true, false])('goes through each order by cursors, descending %s', async (desc) => {
    const rank = (one: Operator, sort: Sort): number | string =>
      sort === 'id'
        ? one.id
        : sort === 'name'
          ? one.name
          : ((sort === 'created_at' ? one.createdAt : one.lastSignInAt) ?? -1)
    const all = people.filter(({ role, employerId }) => role === 'developer' && employerId === null)
    for (const sort of ['id', 'name', 'created_at', 'last_sign_in_at'] as const) {
      const wanted = all.toSorted((a, b) => {
        const [x, y] = [rank(a, sort), rank(b, sort)]
        const order = x < y ? -1 : x > y ? 1 : a.id - b.id
        return desc ? -order : order
      })
      const seen = await walkList((query) => list({ role: 'developer' }, query), { sort, desc }, 2)
      expect(names(seen)).toEqual(names(wanted))
    }
  })

  it('changes, and an empty change gives the operator', async () => {
    const { id } = by('invited')
    const change = { passwordHash: 'y', totpSecret: 'KRSXG5A', notices: {}, stateReason: HARD_TEXT }
    expect(await write((unit) => unit.operators.update(id, change))).toMatchObject(change)
    expect(await write((unit) => unit.operators.update(id, {}))).toMatchObject(change)
    expect(await write((unit) => unit.operators.update(9_999, { note: 'x' }))).toBeUndefined()
    expect(await write((unit) => unit.operators.update(9_999, {}))).toBeUndefined()
    await write((unit) => unit.operators.update(id, { passwordHash: '', totpSecret: '' }))
  })

  it('knows the banned, the mailboxes that lack, and who is alone', async () => {
    const { id } = by('banned')
    expect(await read((unit) => unit.operators.bannedIds())).toEqual([id])
    expect(await read((unit) => unit.operators.bannedIds([id, 1]))).toEqual([id])
    expect(await read((unit) => unit.operators.bannedIds([]))).toEqual([])
    expect(await read((unit) => unit.operators.isOwnerAlone())).toBe(false)
    const { rows, total } = await read((unit) => unit.operators.withoutMailbox(1))
    expect(rows).toEqual([{ id: by('深圳 Dev').id, name: '深圳 Dev', role: 'developer' }])
    expect(total).toBe(1)
  })

  it('a QQ number leads to a role, unless the person or the employer is shut out', async () => {
    const roleOf = (qq: string) => read((unit) => unit.operators.roleOfQq(qq))
    expect(await roleOf('10001')).toBe('agent')
    expect(await roleOf('10002')).toBeUndefined()
    expect(await roleOf('')).toBeUndefined()
    expect(await roleOf('1\0')).toBeUndefined()
    await write((unit) => unit.operators.update(by('b_dev').id, { frozen: false }))
    expect(await roleOf('10002')).toBe('developer')
    await write((unit) => unit.operators.update(by('owner').id, { qq: '10002' }))
    expect(await roleOf('10002')).toBe('owner')
    await write((unit) => unit.operators.update(by('b_dev').id, { frozen: true }))
  })

  it('a step of an authenticator works once', async () => {
    const { id } = by('深圳 Dev')
    const use = (step: number) => write((unit) => unit.operators.useTotpStep(id, step))
    expect([
      await use(57_000_000),
      await use(57_000_000),
      await use(56_999_999),
      await use(57_000_001),
    ]).toEqual([true, false, false, true])
    expect(await write((unit) => unit.operators.useTotpStep(9_999, 1))).toBe(false)
  })

  it('keeps failures by name and address', async () => {
    const failures = { count: 2, lockedUntil: 0, lastAt: NOW }
    const find = (name: string) => read((unit) => unit.operators.findFailures(name, '::1'))
    await write((unit) => unit.operators.saveFailures(HARD_TEXT, '::1', failures))
    await write((unit) => unit.operators.saveFailures(HARD_TEXT, '::1', { ...failures, count: 3 }))
    await write((unit) => unit.operators.saveFailures('a\0b', '::1', { ...failures, lastAt: FOREVER }))
    expect(await find(HARD_TEXT)).toMatchObject({ count: 3, lockedUntil: 0, lastAt: NOW })
    expect(await find('a')).toBeUndefined()
    await write((unit) => unit.operators.deleteFailuresBefore(NOW))
    expect(await find(HARD_TEXT)).toBeDefined()
    await write((unit) => unit.operators.deleteFailuresBefore(NOW + 1))
    expect(await find(HARD_TEXT)).toBeUndefined()
    expect(await find('a\0b')).toMatchObject({ lastAt: FOREVER })
    await write((unit) => unit.operators.clearFailures('a\0b', '::1'))
    expect(await find('a\0b')).toBeUndefined()
  })

  it('agents are those of the scope', async () => {
    const developer = by('深圳 Dev').id
    await layRows(open, 'ledger_accounts', [
      { id: 1, book_id: developer, kind: 'agent', agent_id: by('below').id, created_at: NOW },
      { id: 2, book_id: developer, kind: 'cash', created_at: NOW },
    ])
    const agents = async (scope: Scope, search?: string) => {
      const query = { offset: 0, limit: 50, sort: 'name', desc: true, search } as const
      return names((await read((unit) => unit.operators.agents(scope, query))).rows)
    }
    expect(await agents({ kind: 'everything' })).toEqual(['below that', 'below', 'agent'])
    expect(await agents({ kind: 'everything' }, 'THAT')).toEqual(['below that'])
    expect(await agents({ kind: 'ownedBy', operatorId: developer })).toEqual(['below'])
    expect(await agents({ kind: 'attributedTo', operatorId: by('agent').id })).toEqual([
      'below that',
      'below',
    ])
    expect(await agents({ kind: 'attributedTo', operatorId: by('below that').id })).toEqual([])
    expect(await agents({ kind: 'within', apps: [1], of: { kind: 'everything' } })).toEqual([])
  })

  it('are deleted once, with those who depend on them', async () => {
    const victim = await add('victim')
    const remove = () => write((unit) => unit.operators.delete(victim.id))
    expect([await remove(), await remove()]).toEqual([true, false])
  })
})
