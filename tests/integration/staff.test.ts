import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DECLARED_ACTIONS } from '../../src-server/contract/actions/index.ts'
import { grantable, PERMISSIONS, type Permission } from '../../src-server/contract/permissions.ts'
import type { Role } from '../../src-server/contract/permissions.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { addOperator, signIn } from './operators.ts'

const PASSWORD = 'long enough a password'
let server: TestServer
let employers: Record<'owner' | 'developer', ConsoleClient>
let made = 0

beforeAll(async () => {
  server = await TestServer.start()
  await addOperator(server, 'employer', 'developer')
  employers = { owner: await server.owner(), developer: await signIn(server, 'employer') }
})
afterAll(() => server.end())

/** A signed-in person with their own role who works for this employer. */
async function hire(employer: ConsoleClient, permissions: readonly Permission[]) {
  const number = ++made
  const role = await employer.call('role_create', { name: `role ${number}`, permissions: [...permissions] })
  const name = `staff ${number}`
  const { staff } = await employer.call('staff_create', { name, role: role.id, password: PASSWORD })
  return { id: staff.id, name, role, client: await signIn(server, name, PASSWORD) }
}

const asked = DECLARED_ACTIONS.filter(({ name, roles }) => roles !== 'public' && name !== 'logout')

/** The actions that staff of this employer with these permissions may call, by the declarations. */
function declared(role: Role, permissions: readonly Permission[]): string[] {
  return asked
    .filter(({ roles, permission }) => {
      if (!roles.includes(role)) return false
      if (permission === 'self') return true
      const wanted = typeof permission === 'string' ? [permission] : (permission ?? [])
      return wanted.some((one) => permissions.includes(one))
    })
    .map(({ name }) => name)
}

/** The actions that let this client in: they answer 422 to an input that no action takes. */
async function allowed(client: ConsoleClient): Promise<string[]> {
  const replies = await Promise.all(
    asked.map(async ({ name }) => ({ name, code: (await client.try(name, { nosuch: 1 })).code })),
  )
  for (const { code } of replies) expect([403, 422]).toContain(code)
  return replies.filter(({ code }) => code === 422).map(({ name }) => name)
}

/**
 * Few sets in place of one for each permission. For any two permissions, one set has the first and not the second,
 * and one the second and not the first. So an action behind a wrong permission, or behind one too many, shows.
 */
function telling(permissions: readonly Permission[]): Permission[][] {
  const bits = Array.from({ length: Math.ceil(Math.log2(permissions.length)) }, (_, bit) => 1 << bit)
  return bits.flatMap((bit) => [
    permissions.filter((_, index) => index & bit),
    permissions.filter((_, index) => !(index & bit)),
  ])
}

describe.each(['owner', 'developer'] as const)('staff of a %s', (role) => {
  it('without a permission or a role may only do what is about themselves', async () => {
    const { id, client } = await hire(employers[role], [])
    const own = asked
      .filter((action) => action.permission === 'self' && (action.roles as readonly Role[]).includes(role))
      .map(({ name }) => name)
    expect(own).toContain('me')
    expect(await allowed(client)).toEqual(own)
    await employers[role].call('staff_update', { id, role: null })
    expect(await allowed(client)).toEqual(own)
  })

  it('may do exactly what their permissions name, from the moment they get them', async () => {
    const { role: own, client } = await hire(employers[role], [])
    for (const permissions of telling(grantable(role))) {
      await employers[role].call('role_update', { id: own.id, permissions })
      expect(await allowed(client)).toEqual(declared(role, permissions))
    }
  })

  it('never get a right that the employer lacks, nor the right to manage staff', async () => {
    for (const permission of PERMISSIONS.filter((one) => !grantable(role).includes(one))) {
      expect(
        await employers[role].try('role_create', {
          name: `too much ${permission}`,
          permissions: [permission],
        }),
      ).toMatchObject({ code: 422, fields: { permissions: permission } })
    }
    expect(grantable(role)).not.toContain('staff')
  })
})

describe('staff of a developer', () => {
  it("see and make the employer's things as the employer does, and nobody else's", async () => {
    const { client, name } = await hire(employers.developer, ['applications', 'applications.edit', 'codes'])
    const { app } = await client.call('app_create', { name: 'Made by staff' })
    expect((await employers.developer.call('app_list', {})).rows.map((row) => row.app)).toContain(app)
    const { app: foreign } = await employers.owner.call('app_create', { name: 'The owner’s' })
    expect(await client.try('app_get', { app: foreign })).toMatchObject({ code: 404 })
    const { rows } = await server.store.read((unit) =>
      unit.audit.list(
        { role: 'owner', operatorId: 1, personId: 1 },
        { action: 'app_create' },
        { offset: 0, limit: 10, sort: 'id', desc: true },
      ),
    )
    expect(rows.find((row) => row.appId === app)).toMatchObject({ personName: name, role: 'staff' })
  })

  it('are seen and managed by their own employer alone', async () => {
    const { id, role } = await hire(employers.developer, ['codes'])
    expect((await employers.owner.call('staff_list', { size: 500 })).rows.map((row) => row.id)).not.toContain(
      id,
    )
    for (const [action, input] of [
      ['staff_update', { id, note: 'x' }],
      ['staff_freeze', { id }],
      ['staff_delete', { id }],
      ['role_update', { id: role.id, permissions: [] }],
    ] as const)
      expect(await employers.owner.try(action, input)).toMatchObject({ code: 404 })
    expect(await employers.owner.try('staff_create', { name: 'x', role: role.id })).toMatchObject({
      code: 422,
      fields: { role: 'unknown' },
    })
  })

  it('are out at once when frozen, deleted or with a new password', async () => {
    const employer = employers.developer
    const frozen = await hire(employer, ['codes'])
    expect(await employer.call('staff_freeze', { id: frozen.id, reason: 'away' })).toMatchObject({
      state: 'frozen',
      reason: 'away',
    })
    expect(await frozen.client.try('me', {})).toMatchObject({ code: 401 })
    expect(await employer.call('staff_unfreeze', { id: frozen.id })).toMatchObject({ state: 'active' })
    await signIn(server, frozen.name, PASSWORD)
    const reset = await hire(employer, ['codes'])
    await employer.call('staff_password_reset', { id: reset.id })
    expect(await reset.client.try('me', {})).toMatchObject({ code: 401 })
    const gone = await hire(employer, ['codes'])
    await employer.call('staff_delete', { id: gone.id })
    expect(await gone.client.try('me', {})).toMatchObject({ code: 401 })
    expect((await employer.call('staff_list', { size: 500 })).rows.map((row) => row.id)).not.toContain(
      gone.id,
    )
    await expect(signIn(server, gone.name, PASSWORD)).rejects.toThrow('401')
  })
})

describe('roles', () => {
  it('are listed with their number of staff, and deleted when unused', async () => {
    const { id, role } = await hire(employers.developer, ['codes', 'codes.edit'])
    const [row] = (await employers.developer.call('role_list', { search: role.name })).rows
    expect(row).toEqual({ ...role, staff: 1 })
    expect(await employers.developer.try('role_delete', { id: role.id })).toMatchObject({ code: 409 })
    await employers.developer.call('staff_delete', { id })
    await employers.developer.call('role_delete', { id: role.id })
    expect(await employers.developer.try('role_delete', { id: role.id })).toMatchObject({ code: 404 })
  })

  it('have names of their employer: another employer may use the same', async () => {
    const order = { name: 'Support', permissions: ['codes' as const] }
    await employers.developer.call('role_create', order)
    await employers.owner.call('role_create', order)
    expect(await employers.owner.try('role_create', order)).toMatchObject({
      code: 409,
      fields: { name: 'taken' },
    })
  })

  it('store each permission once, in one order', async () => {
    const role = await employers.developer.call('role_create', {
      name: 'twice',
      permissions: ['codes.edit', 'codes', 'codes.edit'],
    })
    expect(role.permissions).toEqual(['codes', 'codes.edit'])
  })
})
