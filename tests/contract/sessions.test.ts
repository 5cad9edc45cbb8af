import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '../../src-server/domain/access/operator.ts'
import type { Oversight } from '../../src-server/domain/access/oversight.ts'
import { readCursor } from '../../src-server/domain/paging/cursor.ts'
import type { SignIn } from '../../src-server/store/repositories/sign-ins.ts'
import type { WriteUnit } from '../../src-server/store/store.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { FOREVER, HARD_TEXT, NOW, PEOPLE } from './sample-records.ts'

const EVERYBODY: Oversight = { kind: 'everybody' }
const NO_ONE = 9_999

describe.each(ENGINES)('sessions on %s', (engine) => {
  let open: OpenStore
  let dev: number
  let staff: number
  let other: number
  const write = <T>(work: (unit: WriteUnit) => Promise<T>) => open.store.write(work, { durable: true })
  const read: OpenStore['store']['read'] = (work) => open.store.read(work)
  const sessionOf = (operatorId: number, digest: string, over: Partial<Session> = {}): Session => ({
    tokenDigest: digest,
    handle: `h-${digest}`,
    operatorId,
    createdAt: NOW,
    lastSeenAt: NOW,
    expiresAt: FOREVER,
    elevatedUntil: 0,
    ip: '::1',
    userAgent: HARD_TEXT,
    ...over,
  })
  const insert = (session: Session) => write((unit) => unit.sessions.insert(session))
  const find = (digest: string) => read((unit) => unit.sessions.find(digest))

  beforeAll(async () => {
    open = await openStore(engine)
    await write(async (unit) => {
      const add = async (name: string, over = {}) =>
        (await unit.operators.insert({ ...PEOPLE, name, ...over })).id
      dev = await add('开发 dev')
      other = await add('other')
      const role = await unit.staffRoles.insert({
        employerId: dev,
        name: 'clerk',
        permissions: ['codes'],
        createdAt: NOW,
      })
      staff = await add('staff', { employerId: dev, staffRoleId: role.id })
    })
  })
  afterAll(() => open.close())

  it('are found with the person, the employer and the role', async () => {
    const own = sessionOf(dev, 'a')
    await insert(own)
    await insert(sessionOf(staff, 'b'))
    expect(await find('a')).toMatchObject({
      session: own,
      operator: { id: dev, name: '开发 dev', notices: {} },
      employer: undefined,
      staffRole: undefined,
    })
    expect(await find('b')).toMatchObject({
      operator: { id: staff },
      employer: { id: dev },
      staffRole: { name: 'clerk', permissions: ['codes'] },
    })
    expect(await find('c')).toBeUndefined()
    expect(await find('a\0')).toBeUndefined()
  })

  it('are touched and elevated', async () => {
    await write((unit) => unit.sessions.touch('a', NOW + 5, FOREVER + 5))
    await write((unit) => unit.sessions.elevate('a', NOW + 9))
    await write((unit) => unit.sessions.touch('nobody', NOW, NOW))
    expect((await find('a'))?.session).toEqual(
      sessionOf(dev, 'a', { lastSeenAt: NOW + 5, expiresAt: FOREVER + 5, elevatedUntil: NOW + 9 }),
    )
  })

  it('are listed by oversight, person, time and order', async () => {
    await insert(sessionOf(other, 'c'))
    await insert(sessionOf(dev, 'd', { expiresAt: NOW + 1, createdAt: NOW - 1 }))
    const list = async (oversight: Oversight, over: object = {}, operator?: number, now = NOW) => {
      const query = { offset: 0, limit: 50, sort: 'last_seen_at', desc: true, ...over } as const
      const { rows, total } = await read((unit) => unit.sessions.list(oversight, operator, now, query))
      return [rows.map(({ tokenDigest }) => tokenDigest).join(''), total]
    }
    expect(await list(EVERYBODY)).toEqual(['adcb', 4])
    expect(await list(EVERYBODY, { desc: false, limit: 2, offset: 1 })).toEqual(['cd', 4])
    expect(await list(EVERYBODY, { sort: 'created_at' })).toEqual(['cbad', 4])
    expect(await list(EVERYBODY, {}, undefined, NOW + 1)).toEqual(['acb', 3])
    expect(await list(EVERYBODY, {}, dev)).toEqual(['ad', 2])
    expect(await list({ kind: 'employer', operatorId: dev })).toEqual(['adb', 3])
    expect(await list({ kind: 'self', personId: staff })).toEqual(['b', 1])
    expect(await list({ kind: 'self', personId: staff }, {}, dev)).toEqual(['', 0])
  })

  it('end by handle within the oversight, by person, by token and by time', async () => {
    const ended = async (oversight: Oversight, handles: string[]) =>
      (await write((unit) => unit.sessions.deleteByHandle(oversight, handles))).map((one) => [
        one.tokenDigest,
        one.name,
        one.employerId,
      ])
    const employer = { kind: 'employer', operatorId: dev } as const
    expect(await ended(employer, ['h-c', 'h-b', 'h-x'])).toEqual([['b', 'staff', dev]])
    expect(await ended(employer, ['h-b'])).toEqual([])
    expect(await ended(EVERYBODY, [])).toEqual([])
    await insert(sessionOf(dev, 'e'))
    const others = () => write((unit) => unit.sessions.deleteOthers(dev, 'a'))
    expect([await others(), await others()]).toEqual([2, 0])
    await insert(sessionOf(staff, 'f'))
    await write((unit) => unit.sessions.deleteOf(dev))
    expect([await find('a'), await find('f')]).toEqual([undefined, undefined])
    await write((unit) => unit.sessions.deleteExpired(FOREVER - 1))
    expect(await find('c')).toBeDefined()
    await write((unit) => unit.sessions.deleteExpired(FOREVER))
    expect(await find('c')).toBeUndefined()
    await insert(sessionOf(other, 'g'))
    await write((unit) => unit.sessions.delete('g'))
    await write((unit) => unit.sessions.delete('g'))
    expect(await find('g')).toBeUndefined()
  })

  it('sign-ins are recorded, listed and forgotten', async () => {
    const given = { operatorId: dev, at: NOW, ip: '::1', userAgent: HARD_TEXT, outcome: 'signed_in' } as const
    const insertOne = (over: Partial<SignIn> = {}) =>
      write((unit) => unit.signIns.insert({ ...given, ...over }))
    await insertOne()
    await insertOne({ at: NOW + 1, outcome: 'wrong_password' })
    await insertOne({ at: NOW + 2, ip: '::2' })
    await insertOne({ operatorId: staff, at: NOW + 3 })
    await insertOne({ operatorId: other, at: NOW + 4 })
    const hasSince = (over: Partial<SignIn>, since: number) =>
      read((unit) => unit.signIns.hasSince({ ...given, ...over }, since))
    expect(await hasSince({}, NOW)).toBe(true)
    expect(await hasSince({}, NOW + 1)).toBe(false)
    expect(await hasSince({ ip: '::2' }, NOW + 2)).toBe(true)
    expect(await hasSince({ outcome: 'wrong_password', operatorId: staff }, NOW)).toBe(false)
    const seen = async (since: number, limit: number) =>
      (await read((unit) => unit.signIns.seen(dev, since, limit))).map(({ ip }) => ip)
    expect(await seen(NOW, 9)).toEqual(['::2', '::1'])
    expect(await seen(NOW, 2)).toEqual(['::2'])
    expect(await seen(NOW + 1, 9)).toEqual(['::2'])
    const list = (oversight: Oversight, filter: object, over: object = {}) =>
      read((unit) =>
        unit.signIns.list(oversight, filter, { offset: 0, limit: 50, sort: 'id', desc: true, ...over }),
      )
    const at = ({ rows }: Awaited<ReturnType<typeof list>>) => rows.map((row) => row.at - NOW)
    const page = await list(EVERYBODY, {}, { limit: 2 })
    expect([at(page), page.total]).toEqual([[4, 3], 5])
    const after = readCursor(page.next!, 'id')
    expect(at(await list(EVERYBODY, {}, { limit: 2, after }))).toEqual([2, 1])
    expect(at(await list({ kind: 'employer', operatorId: dev }, {}))).toEqual([3, 2, 1, 0])
    expect(at(await list(EVERYBODY, { operator: dev, outcome: 'signed_in' }))).toEqual([2, 0])
    expect((await list({ kind: 'self', personId: staff }, { operator: dev })).total).toBe(0)
    expect((await list({ kind: 'self', personId: staff }, {})).rows[0]).toMatchObject({ name: 'staff' })
    await write((unit) => unit.signIns.deleteBefore(NOW + 2))
    expect(at(await list(EVERYBODY, {}, { desc: false }))).toEqual([2, 3, 4])
  })

  it('tokens are found with their person, used and deleted', async () => {
    const given = {
      tokenDigest: 'digest',
      operatorId: staff,
      name: HARD_TEXT,
      actions: ['code_list'],
      apps: [3, 1],
      createdAt: NOW,
      expiresAt: FOREVER,
    }
    const { tokenDigest, ...shown } = given
    const token = await write((unit) => unit.apiTokens.insert(given))
    expect(token).toEqual({ id: token.id, ...shown, lastUsedAt: null, lastIp: '' })
    const all = await write((unit) =>
      unit.apiTokens.insert({ ...given, tokenDigest: 'all', apps: null, expiresAt: NOW }),
    )
    expect(all.apps).toBeNull()
    await write((unit) => unit.apiTokens.touch(token.id, NOW + 1, '::9'))
    const used = { ...token, lastUsedAt: NOW + 1, lastIp: '::9' }
    const owner = await read((unit) => unit.apiTokens.find(tokenDigest))
    expect(owner).toMatchObject({ token: used, operator: { id: staff }, employer: { id: dev } })
    expect(owner?.token).not.toHaveProperty('tokenDigest')
    expect(await read((unit) => unit.apiTokens.find('x'))).toBeUndefined()
    expect(await read((unit) => unit.apiTokens.listOf(staff))).toEqual([all, used])
    expect(await read((unit) => unit.apiTokens.listOf(dev))).toEqual([])
    const remove = (person: number) => write((unit) => unit.apiTokens.delete(person, token.id))
    expect([await remove(dev), await remove(staff), await remove(staff)]).toEqual([
      undefined,
      used,
      undefined,
    ])
    await write((unit) => unit.apiTokens.deleteExpired(NOW))
    expect(await read((unit) => unit.apiTokens.listOf(staff))).toEqual([all])
    await write((unit) => unit.apiTokens.deleteExpired(NOW + 1))
    expect(await read((unit) => unit.apiTokens.listOf(staff))).toEqual([])
  })

  it('invitations are used once while they are open', async () => {
    const given = {
      tokenDigest: 'i1',
      kind: 'invite',
      operatorId: dev,
      createdBy: HARD_TEXT,
      createdAt: NOW,
      expiresAt: NOW + 10,
    } as const
    const one = await write((unit) => unit.invitations.insert(given))
    const two = await write((unit) => unit.invitations.insert({ ...given, tokenDigest: 'i2', kind: 'reset' }))
    expect(one).toEqual({ id: one.id, ...given, usedAt: null })
    expect(await read((unit) => unit.invitations.find(one.id))).toEqual(one)
    expect(await read((unit) => unit.invitations.find(NO_ONE))).toBeUndefined()
    expect(await read((unit) => unit.invitations.findByDigest('i1'))).toEqual(one)
    expect(await read((unit) => unit.invitations.findByDigest('I1'))).toBeUndefined()
    const openOf = (ids: number[], now = NOW) => read((unit) => unit.invitations.openOf(ids, now))
    expect(await openOf([dev, other])).toEqual(new Map([[dev, two]]))
    expect(await openOf([])).toEqual(new Map())
    expect(await openOf([dev], NOW + 10)).toEqual(new Map())
    const use = (now: number) => write((unit) => unit.invitations.use(two.id, now))
    expect([await use(NOW + 10), await use(NOW + 9), await use(NOW + 9)]).toEqual([false, true, false])
    const removed = () => write((unit) => unit.invitations.deleteOpenOf(dev))
    expect([await removed(), await removed()]).toEqual([1, 0])
    await write((unit) => unit.invitations.deleteEndedBefore(NOW + 10))
    expect(await read((unit) => unit.invitations.find(two.id))).toEqual({ ...two, usedAt: NOW + 9 })
    await write((unit) => unit.invitations.deleteEndedBefore(NOW + 11))
    expect(await read((unit) => unit.invitations.find(two.id))).toBeUndefined()
  })

  it('recovery codes work once, and a new set replaces all', async () => {
    const replace = (digests: string[]) => write((unit) => unit.recoveryCodes.replace(dev, digests))
    const use = (person: number, digest: string) =>
      write((unit) => unit.recoveryCodes.use(person, digest, NOW))
    const left = () => read((unit) => unit.recoveryCodes.countLeft(dev))
    await replace(['a', 'b', 'c'])
    expect([await use(other, 'a'), await use(dev, 'x'), await use(dev, 'a'), await use(dev, 'a')]).toEqual([
      false,
      false,
      true,
      false,
    ])
    expect(await left()).toBe(2)
    await replace(['a'])
    expect([await left(), await use(dev, 'b'), await use(dev, 'a')]).toEqual([1, false, true])
    await replace([])
    expect(await left()).toBe(0)
  })
})
