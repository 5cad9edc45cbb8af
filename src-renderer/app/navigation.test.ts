import { describe, expect, it } from 'vitest'
import { permissionsOf, type Permission } from '../../src-server/contract/permissions.ts'
import type { Role } from '../../src-server/contract/permissions.ts'
import { navigationFor } from './navigation.ts'

const routesOf = (permissions: readonly Permission[], role?: Role) =>
  navigationFor((permission) => permissions.includes(permission), role).flatMap(({ items }) =>
    items.map(({ route }) => route),
  )

describe('navigationFor', () => {
  it('shows the allowed screens, and no group without a screen', () => {
    expect(routesOf(['codes'])).toEqual(['codes'])
    expect(navigationFor(() => false, 'owner')).toEqual([])
  })

  it("hides the owner's screens from developers, and applications from agents", () => {
    const developer = routesOf(permissionsOf('developer'))
    expect(developer).toEqual(expect.arrayContaining(['live', 'applications', 'codes']))
    expect(routesOf(permissionsOf('owner'))).toEqual(expect.arrayContaining(developer))
    expect(routesOf(permissionsOf('agent'))).not.toContain('applications')
  })

  it('starts with a home screen for those who see trading accounts', () => {
    for (const role of ['owner', 'developer', 'agent'] as const)
      expect(routesOf(permissionsOf(role), role)[0]).toBe('home')
    expect(routesOf(['codes'], 'developer')).not.toContain('home')
  })
})
