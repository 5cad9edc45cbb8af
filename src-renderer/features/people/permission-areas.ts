import type { Permission } from '../../../src-server/contract/permissions.ts'

/** The permissions of one part of the console; the first is to see it, without which the others are of no use. */
export interface PermissionArea {
  readonly name: string
  readonly permissions: readonly Permission[]
}

/** These permissions by the part they are about: what stands before the dot. */
export function permissionAreas(grantable: readonly Permission[]): PermissionArea[] {
  const areas = new Map<string, Permission[]>()
  for (const permission of grantable) {
    const [name = permission] = permission.split('.')
    const area = areas.get(name)
    if (area === undefined) areas.set(name, [permission])
    else area.push(permission)
  }
  return [...areas].map(([name, permissions]) => ({ name, permissions }))
}

/** With one given, what it needs is given too; with one taken away, what needs it goes as well. */
export function withPermission(
  given: readonly Permission[],
  permission: Permission,
  on: boolean,
): Permission[] {
  const [base] = permission.split('.') as [Permission]
  if (on) return [...new Set([...given, base, permission])]
  return given.filter((one) => one !== permission && !(permission === base && one.startsWith(`${base}.`)))
}

/** A permission as a key of messages: `.` would lead into another object. */
export function permissionKey(permission: Permission): string {
  return permission.replace('.', '_')
}
