/** The roles that may sign in to the console (the specification, Roles). */
export const ROLES = ['owner', 'developer', 'agent'] as const
export type Role = (typeof ROLES)[number]

/** The permissions of staff, each on their employer's data only. Screens and actions use the same names. */
export const PERMISSIONS = [
  'applications',
  'applications.edit',
  'applications.keys',
  'codes',
  'codes.generate',
  'codes.edit',
  'codes.export',
  'accounts',
  'accounts.edit',
  'devices',
  'devices.create',
  'devices.edit',
  'devices.control',
  'requests',
  'requests.decide',
  'sales',
  'sales.manage',
  'risk',
  'risk.acknowledge',
  'webhooks',
  'rules',
  'files',
  'traffic',
  'audit',
  'people',
  'staff',
  'platform',
  'backups',
] as const
export type Permission = (typeof PERMISSIONS)[number]

const AGENT: readonly Permission[] = [
  'codes',
  'codes.export',
  'devices',
  'devices.control',
  'requests',
  'requests.decide',
  'sales',
  'sales.manage',
  'audit',
]
/**
 * `people` covers developers, plans and invitations. `platform` covers the settings and the state of every
 * API.
 */
const OWNER_ONLY: readonly Permission[] = ['people', 'platform', 'backups']
/** Staff with this permission could give themselves every other one. So only employers manage staff. */
const NOT_GIVEN: readonly Permission[] = ['staff']

/** All permissions of a role. Operators who aren't staff have all of them. */
export function permissionsOf(role: Role): readonly Permission[] {
  switch (role) {
    case 'owner':
      return PERMISSIONS
    case 'developer':
      return PERMISSIONS.filter((permission) => !OWNER_ONLY.includes(permission))
    case 'agent':
      return AGENT
  }
}

/** The permissions that an employer of this role may give to staff. */
export function grantable(role: Role): readonly Permission[] {
  return role === 'agent' ? [] : permissionsOf(role).filter((permission) => !NOT_GIVEN.includes(permission))
}
