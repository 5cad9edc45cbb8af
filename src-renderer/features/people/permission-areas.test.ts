import { describe, expect, it } from 'vitest'
import { grantable, PERMISSIONS } from '../../../src-server/contract/permissions.ts'
import { permissionAreas, withPermission } from './permission-areas.ts'

describe('permissionAreas', () => {
  it.each(['owner', 'developer'] as const)('a %s: each permission once, reading first', (role) => {
    const areas = permissionAreas(grantable(role))
    expect(areas.flatMap(({ permissions }) => permissions).sort()).toEqual([...grantable(role)].sort())
    for (const { name, permissions } of areas) expect(permissions[0]).toBe(name)
  })
})

describe('withPermission', () => {
  it('adds the needed permissions, and removes the ones that need a removed one', () => {
    expect(withPermission([], 'codes.edit', true)).toEqual(['codes', 'codes.edit'])
    expect(withPermission(['codes', 'codes.edit', 'devices'], 'codes', false)).toEqual(['devices'])
    expect(withPermission(['codes', 'codes.edit'], 'codes.edit', false)).toEqual(['codes'])
  })

  it('every needed permission exists', () => {
    for (const permission of PERMISSIONS)
      for (const one of withPermission([], permission, true)) expect(PERMISSIONS).toContain(one)
  })
})
