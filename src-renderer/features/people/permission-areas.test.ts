import { describe, expect, it } from 'vitest'
import { grantable, PERMISSIONS } from '../../../src-server/contract/permissions.ts'
import { permissionAreas, withPermission } from './permission-areas.ts'

describe('permissionAreas', () => {
  it.each(['owner', 'developer'] as const)('a %s: each permission once, seeing first', (role) => {
    const areas = permissionAreas(grantable(role))
    expect(areas.flatMap(({ permissions }) => permissions).sort()).toEqual([...grantable(role)].sort())
    for (const { name, permissions } of areas) expect(permissions[0]).toBe(name)
  })
})

describe('withPermission', () => {
  it('gives what it needs, and takes what needs it', () => {
    expect(withPermission([], 'codes.edit', true)).toEqual(['codes', 'codes.edit'])
    expect(withPermission(['codes', 'codes.edit', 'devices'], 'codes', false)).toEqual(['devices'])
    expect(withPermission(['codes', 'codes.edit'], 'codes.edit', false)).toEqual(['codes'])
  })

  it('none needs a permission that is none', () => {
    for (const permission of PERMISSIONS)
      for (const one of withPermission([], permission, true)) expect(PERMISSIONS).toContain(one)
  })
})
