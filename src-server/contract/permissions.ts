import type { Role } from './roles.ts'

/** What staff may be allowed to do, each on their employer's things only. Screens and actions go by the same names. */
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
/** `people` are developers, plans and invitations; `platform` its settings and what every API may be used for. */
const OWNER_ONLY: readonly Permission[] = ['people', 'platform', 'backups']
/** Whoever could give himself more may do everything: only employers manage staff. */
const NOT_GIVEN: readonly Permission[] = ['staff']

/** Everything somebody of this role may do who works on his own. */
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

/** What an employer of this role may give his staff. */
export function grantable(role: Role): readonly Permission[] {
  return role === 'agent' ? [] : permissionsOf(role).filter((permission) => !NOT_GIVEN.includes(permission))
}
