import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { trustOwnHeaders, visit } from '../support/self-service-client.ts'
import { TestServer } from '../support/test-server.ts'
import { newStaff, PASSWORD, signIn } from './operators.ts'

/** People's own profile, and the part of it that customers see. */
let server: TestServer
let owner: ConsoleClient

beforeAll(async () => {
  server = await TestServer.start()
  await trustOwnHeaders(server)
  owner = await server.owner()
})
afterAll(() => server.end())

const roleOf = async (qq: string) => (await visit(server, 'user', { qq })).msg

describe("one's own profile", () => {
  it('is empty at first, changes by the named members, and is in the log', async () => {
    expect(await owner.call('profile_get', {})).toEqual({ qq: '', email: '' })
    expect(await owner.call('profile_set', { qq: ' 10001 ' })).toEqual({ qq: '10001', email: '' })
    expect(await owner.call('profile_set', { email: 'owner@example.com' })).toEqual({
      qq: '10001',
      email: 'owner@example.com',
    })
    const { rows } = await owner.call('audit_list', { filter: { action: 'profile_set' } })
    expect(rows).toMatchObject([
      { before: { email: '' }, after: { email: 'owner@example.com' } },
      { before: { qq: '' }, after: { qq: '10001' } },
    ])
    expect(await roleOf('10001')).toEqual({ registered: true, role: 'owner' })
    await owner.call('profile_set', { qq: '' })
    expect(await roleOf('10001')).toEqual({ registered: false, role: '' })
  })

  it('leaves no row when nothing changes', async () => {
    const count = async () => (await owner.call('audit_list', { filter: { action: 'profile_set' } })).total
    await owner.call('profile_set', { qq: '10002' })
    const before = await count()
    await owner.call('profile_set', { qq: '10002' })
    await owner.call('profile_set', {})
    expect(await count()).toBe(before)
  })

  it.each([
    [{ qq: 'x'.repeat(33) }, 'qq'],
    [{ email: 'nonsense' }, 'email'],
    [{ role: 'owner' }, 'body'],
  ])('%j: answers 422', async (change, field) => {
    expect(await owner.try('profile_set', change)).toMatchObject({
      code: 422,
      fields: { [field]: expect.any(String) as string },
    })
  })
})

describe('the profile of people below', () => {
  it("a developer's profile is set by the owner and by the developer", async () => {
    const { developer } = await owner.call('developer_create', {
      name: 'dev with QQ',
      password: PASSWORD,
      qq: '20001',
    })
    expect(developer).toMatchObject({ qq: '20001' })
    expect(await roleOf('20001')).toEqual({ registered: true, role: 'developer' })
    const changed = await owner.call('developer_update', { id: developer.id, qq: '20002' })
    expect(changed).toMatchObject({ qq: '20002', name: 'dev with QQ' })
    const client = await signIn(server, 'dev with QQ')
    expect(await client.call('profile_get', {})).toEqual({ qq: '20002', email: '' })
    await client.call('profile_set', { qq: '20003' })
    expect([await roleOf('20001'), await roleOf('20002'), await roleOf('20003')]).toEqual([
      { registered: false, role: '' },
      { registered: false, role: '' },
      { registered: true, role: 'developer' },
    ])
    expect(await owner.call('developer_get', { id: developer.id })).toMatchObject({ qq: '20003' })
    await owner.call('developer_freeze', { id: developer.id })
    expect(await roleOf('20003')).toEqual({ registered: false, role: '' })
  })

  it("an agent's profile is set from above, and customers see no banned person", async () => {
    const { agent } = await owner.call('agent_create', { name: 'agent QQ', password: PASSWORD, qq: '30001' })
    expect(await roleOf('30001')).toEqual({ registered: true, role: 'agent' })
    await owner.call('agent_update', { id: agent.id, qq: '30002' })
    expect(await roleOf('30002')).toEqual({ registered: true, role: 'agent' })
    await owner.call('agent_ban', { id: agent.id, reason: 'fraud' })
    expect(await roleOf('30002')).toEqual({ registered: false, role: '' })
  })

  it("the staff's profile is the employer's, and is hidden with it", async () => {
    const { developer } = await owner.call('developer_create', { name: 'employer', password: PASSWORD })
    const employer = await signIn(server, 'employer')
    const { client } = await newStaff(server, employer, ['codes'])
    await client.call('profile_set', { qq: '40001' })
    expect(await roleOf('40001')).toEqual({ registered: true, role: 'developer' })
    await owner.call('developer_ban', { id: developer.id, reason: 'fraud' })
    expect(await roleOf('40001')).toEqual({ registered: false, role: '' })
  })
})
