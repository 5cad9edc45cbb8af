import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Preferences } from '../../src-server/contract/records/preferences.ts'
import type { Plan } from '../../src-server/domain/access/plan.ts'
import { readCursor } from '../../src-server/domain/paging/cursor.ts'
import type { Announcement } from '../../src-server/domain/platform/announcement.ts'
import type { WriteUnit } from '../../src-server/store/store.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addOperator, FOREVER, HARD_TEXT, NOW } from './sample-records.ts'

const NO_ONE = 9_999
const first = { offset: 0, limit: 50, sort: 'id', desc: false } as const
const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name)

describe.each(ENGINES)('staff, plans and screens on %s', (engine) => {
  let open: OpenStore
  let dev: number
  let other: number
  const write = <T>(work: (unit: WriteUnit) => Promise<T>) => open.store.write(work, { durable: true })
  const read: OpenStore['store']['read'] = (work) => open.store.read(work)

  beforeAll(async () => {
    open = await openStore(engine)
    dev = await write((unit) => addOperator(unit, 'dev'))
    other = await write((unit) => addOperator(unit, 'other'))
  })
  afterAll(() => open.close())

  it('roles are stored, found, changed, listed and deleted', async () => {
    const given = {
      employerId: dev,
      name: HARD_TEXT,
      permissions: ['codes', 'sales'],
      createdAt: FOREVER,
    } as const
    const role = await write((unit) => unit.staffRoles.insert(given))
    const clerk = await write((unit) => unit.staffRoles.insert({ ...given, name: 'Clerk_1' }))
    await write((unit) => unit.staffRoles.insert({ ...given, name: 'Clerk', employerId: other }))
    expect(role).toEqual({ id: role.id, ...given })
    expect(await read((unit) => unit.staffRoles.find(role.id))).toEqual(role)
    expect(await read((unit) => unit.staffRoles.find(NO_ONE))).toBeUndefined()
    expect(await read((unit) => unit.staffRoles.findByName(dev, HARD_TEXT))).toEqual(role)
    expect(await read((unit) => unit.staffRoles.findByName(other, HARD_TEXT))).toBeUndefined()
    expect(await read((unit) => unit.staffRoles.findByName(dev, 'Clerk\0'))).toBeUndefined()
    const changed = { ...role, permissions: ['codes'] as const }
    expect(await write((unit) => unit.staffRoles.update(role.id, { permissions: ['codes'] }))).toEqual(
      changed,
    )
    expect(await write((unit) => unit.staffRoles.update(role.id, {}))).toEqual(changed)
    expect(await write((unit) => unit.staffRoles.update(NO_ONE, { name: 'x' }))).toBeUndefined()

    const listed = async (search?: string) =>
      names((await read((unit) => unit.staffRoles.list(dev, { ...first, search }))).rows)
    expect(await listed()).toEqual([HARD_TEXT, 'Clerk_1'])
    expect(await listed('CLERK_')).toEqual(['Clerk_1'])
    expect(await listed('中')).toEqual([HARD_TEXT])
    const byName = { ...first, sort: 'name', desc: true, limit: 1 } as const
    const page = await read((unit) => unit.staffRoles.list(dev, byName))
    expect([names(page.rows), page.total]).toEqual([[HARD_TEXT], 2])
    const after = readCursor(page.next!, 'name')
    expect(names((await read((unit) => unit.staffRoles.list(dev, { ...byName, after }))).rows)).toEqual([
      'Clerk_1',
    ])

    const person = { role: 'developer', passwordHash: 'x', createdAt: NOW, employerId: dev } as const
    await write((unit) => unit.operators.insert({ ...person, name: 's1', staffRoleId: role.id }))
    await write((unit) => unit.operators.insert({ ...person, name: 's2', staffRoleId: role.id }))
    const staffOf = (ids: number[]) => read((unit) => unit.staffRoles.staffOf(ids))
    expect(await staffOf([role.id, clerk.id])).toEqual(new Map([[role.id, 2]]))
    expect(await staffOf([])).toEqual(new Map())
    const remove = () => write((unit) => unit.staffRoles.delete(clerk.id))
    expect([await remove(), await remove()]).toEqual([true, false])
  })

  it('plans are stored, found, changed, listed and deleted', async () => {
    const given: Omit<Plan, 'id'> = {
      name: '大 Plan',
      maxApplications: 0,
      maxCodes: 3_000_000_000,
      maxDevices: null,
      maxAgents: null,
      validDays: null,
      note: HARD_TEXT,
      createdAt: NOW,
    }
    const plan = await write((unit) => unit.plans.insert(given))
    const second = await write((unit) => unit.plans.insert({ ...given, name: 'b plan' }))
    expect(plan).toEqual({ id: plan.id, ...given })
    expect(await read((unit) => unit.plans.find(plan.id))).toEqual(plan)
    expect(await read((unit) => unit.plans.find(NO_ONE))).toBeUndefined()
    expect(await read((unit) => unit.plans.findByName('大 Plan'))).toEqual(plan)
    expect(await read((unit) => unit.plans.findByName('大 plan'))).toBeUndefined()
    expect(await write((unit) => unit.plans.update(plan.id, { maxCodes: null }))).toEqual({
      ...plan,
      maxCodes: null,
    })
    expect(await write((unit) => unit.plans.update(plan.id, {}))).toEqual({ ...plan, maxCodes: null })
    expect(await write((unit) => unit.plans.update(NO_ONE, { note: '' }))).toBeUndefined()
    const list = (over: object) => read((unit) => unit.plans.list({ ...first, ...over }))
    expect(names((await list({ sort: 'name' })).rows)).toEqual(['b plan', '大 Plan'])
    expect(await list({ search: 'PLAN', limit: 1 })).toMatchObject({ rows: [{ id: plan.id }], total: 2 })
    expect((await list({ search: '%' })).rows).toEqual([])
    await write((unit) => unit.operators.update(dev, { planId: plan.id }))
    expect(await read((unit) => unit.plans.ofOperator(dev))).toEqual({ ...plan, maxCodes: null })
    expect(await read((unit) => unit.plans.ofOperator(other))).toBeUndefined()
    expect(await read((unit) => unit.plans.developersOf([plan.id, second.id]))).toEqual(
      new Map([[plan.id, 1]]),
    )
    expect(await read((unit) => unit.plans.developersOf([]))).toEqual(new Map())
    const remove = () => write((unit) => unit.plans.delete(second.id))
    expect([await remove(), await remove()]).toEqual([true, false])
  })

  it('preferences are one document a person', async () => {
    const find = () => read((unit) => unit.preferences.find(dev))
    const set = (document: unknown) =>
      write((unit) => unit.preferences.set(dev, document as Preferences, NOW))
    expect(await find()).toBeUndefined()
    await set({ theme: 'dark', note: HARD_TEXT })
    await set({ theme: 'light', nested: [{ a: null, b: 'x\0y' }] })
    expect(await find()).toEqual({ theme: 'light', nested: [{ a: null, b: 'x\0y' }] })
    expect(await read((unit) => unit.preferences.find(other))).toBeUndefined()
  })

  it('views are saved under a name, replaced and deleted by their person', async () => {
    const view = {
      operatorId: dev,
      list: 'codes',
      name: HARD_TEXT,
      query: { a: '1' },
      columns: ['x'],
      createdAt: NOW,
    }
    const saved = await write((unit) => unit.views.save(view))
    await write((unit) => unit.views.save({ ...view, name: 'A' }))
    await write((unit) => unit.views.save({ ...view, name: 'A', list: 'devices' }))
    const again = await write((unit) =>
      unit.views.save({ ...view, query: {}, columns: [], createdAt: FOREVER }),
    )
    expect(again).toEqual({ ...saved, query: {}, columns: [] })
    expect(names(await read((unit) => unit.views.list(dev, 'codes')))).toEqual(['A', HARD_TEXT])
    expect(await read((unit) => unit.views.list(other, 'codes'))).toEqual([])
    expect(await read((unit) => unit.views.findByName(dev, 'codes', HARD_TEXT))).toEqual(again)
    expect(await read((unit) => unit.views.findByName(dev, 'codes', 'a'))).toBeUndefined()
    expect(await read((unit) => unit.views.count(dev))).toBe(3)
    expect(await write((unit) => unit.views.delete(other, saved.id))).toBeUndefined()
    expect(await write((unit) => unit.views.delete(dev, saved.id))).toEqual(again)
    expect(await write((unit) => unit.views.delete(dev, saved.id))).toBeUndefined()
  })

  it('announcements are for their audience while they last', async () => {
    const given: Omit<Announcement, 'id'> = {
      title: '公告 Title',
      text: HARD_TEXT,
      audience: 'everybody',
      startsAt: NOW,
      endsAt: null,
      createdBy: 'owner',
      createdAt: NOW,
    }
    const insert = (over: Partial<Announcement>) =>
      write((unit) => unit.announcements.insert({ ...given, ...over }))
    const lasting = await insert({})
    const ending = await insert({ title: 'ending', endsAt: FOREVER, audience: 'agents' })
    const planned = await insert({ title: 'planned', startsAt: NOW + 1 })
    const current = async (audiences: Announcement['audience'][], now: number, limit = 9) =>
      (await read((unit) => unit.announcements.current(audiences, now, limit))).map(({ id }) => id)
    expect(await current(['everybody', 'agents'], NOW)).toEqual([ending.id, lasting.id])
    expect(await current(['everybody', 'agents'], NOW, 1)).toEqual([ending.id])
    expect(await current(['everybody'], NOW + 1)).toEqual([planned.id, lasting.id])
    expect(await current(['agents'], FOREVER)).toEqual([])
    expect(await current([], NOW)).toEqual([])
    const list = (over: object) => read((unit) => unit.announcements.list({ ...first, ...over }))
    const byStart = { sort: 'starts_at', desc: true, limit: 2 } as const
    const page = await list(byStart)
    expect([page.rows.map(({ id }) => id), page.total]).toEqual([[planned.id, ending.id], 3])
    const rest = await list({ ...byStart, after: readCursor(page.next!, 'starts_at') })
    expect(rest.rows).toEqual([lasting])
    expect((await list({ search: 'TITLE' })).rows).toEqual([lasting])
    expect((await list({ search: 'A_B 中' })).total).toBe(3)
    const { id } = lasting
    expect(await read((unit) => unit.announcements.find(id))).toEqual(lasting)
    expect(await read((unit) => unit.announcements.find(NO_ONE))).toBeUndefined()
    const change = { endsAt: NOW }
    expect(await write((unit) => unit.announcements.update(id, change))).toEqual({ ...lasting, ...change })
    expect(await write((unit) => unit.announcements.update(id, {}))).toEqual({ ...lasting, ...change })
    expect(await write((unit) => unit.announcements.update(NO_ONE, change))).toBeUndefined()
    expect(await write((unit) => unit.announcements.delete(id))).toEqual({ ...lasting, ...change })
    expect(await write((unit) => unit.announcements.delete(id))).toBeUndefined()
  })
})
