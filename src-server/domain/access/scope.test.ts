import { describe, expect, it } from 'vitest'
import type { Role } from '../../contract/permissions.ts'
import { permissionsOf } from '../../contract/permissions.ts'
import { scopeKey, scopeOf, sees } from './scope.ts'

const actor = (role: Role, operatorId = 7) => ({
  operatorId,
  personId: operatorId,
  name: 'x',
  role,
  permissions: permissionsOf(role),
  ip: '',
})
const device = (ownerId: number, agentId: number | null, appId = 1) => ({ appId, ownerId, agentId })

describe('sees', () => {
  it.each([
    ['owner', device(1, null), true],
    ['owner', device(9, 9), true],
    ['developer', device(7, null), true],
    ['developer', device(7, 3), true],
    ['developer', device(8, 7), false],
    ['developer', device(0, null), false],
    ['agent', device(1, 7), true],
    ['agent', device(7, 8), false],
    ['agent', device(7, null), false],
  ] as const)('%s %o %s', (role, given, is) => {
    expect(sees(scopeOf(actor(role)), given)).toBe(is)
  })
})

describe('the scope of a token that is limited to applications', () => {
  const limited = (role: Role) => scopeOf({ ...actor(role), token: { name: 'shop', apps: [1, 2] } })

  it.each([
    ['owner', device(9, 9, 2), true],
    ['owner', device(9, 9, 3), false],
    ['developer', device(7, null, 1), true],
    ['developer', device(7, null, 3), false],
    ['developer', device(8, null, 1), false],
    ['agent', device(1, 7, 1), true],
    ['agent', device(1, 8, 1), false],
  ] as const)('%s %o %s', (role, given, is) => {
    expect(sees(limited(role), given)).toBe(is)
  })

  it('covers nothing that belongs to no application', () => {
    expect(sees(limited('owner'), { appId: null, ownerId: 0, agentId: null })).toBe(false)
  })

  it('is the whole scope when the token has no limit', () => {
    expect(scopeOf({ ...actor('owner'), token: { name: 'all', apps: null } })).toEqual({ kind: 'everything' })
  })
})

it('scopeKey is the same exactly for operators who see the same', () => {
  const key = (role: Role, id: number) => scopeKey(scopeOf(actor(role, id)))
  expect(key('owner', 1)).toBe(key('owner', 2))
  const keys = [key('owner', 1), key('developer', 1), key('developer', 2), key('agent', 1), key('agent', 2)]
  expect(new Set(keys).size).toBe(keys.length)
})

it('an agent gets no applications, no code generation and no new accounts', () => {
  const agent = permissionsOf('agent')
  expect(agent).not.toContain('applications')
  expect(agent).not.toContain('codes.generate')
  expect(agent).not.toContain('devices.create')
  for (const permission of agent) expect(permissionsOf('developer')).toContain(permission)
})
