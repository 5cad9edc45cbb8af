import type { ActionContract } from '../../contract/action.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { OperatorWithEmployer } from './operator.ts'

/** A token with which a program calls console actions in a person's name. Times are Unix seconds. */
export interface ApiToken {
  readonly id: number
  readonly operatorId: number
  readonly name: string
  readonly actions: string[]
  /** null for all applications of the person. */
  readonly apps: number[] | null
  readonly createdAt: number
  readonly expiresAt: number
  readonly lastUsedAt: number | null
  readonly lastIp: string
}

export interface TokenOwner extends OperatorWithEmployer {
  readonly token: ApiToken
}

/**
 * Programs sell, look up and control. They get no keys and no files, and they manage no people, no settings and no
 * backups.
 */
const FOR_PROGRAMS: readonly Permission[] = [
  'applications',
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
]

/** Agents, their money and their allocations belong to no single application. */
const OF_NO_APPLICATION: readonly Permission[] = ['sales', 'sales.manage']

/** Whether a token may be made for an action: it isn't about a person, and needs no password. */
export function isForPrograms({ roles, permission, stepUp }: ActionContract): boolean {
  if (roles === 'public' || stepUp === true) return false
  return wantedBy(permission).some((one) => FOR_PROGRAMS.includes(one))
}

/** Whether a token that is limited to applications may call an action that is for programs. */
export function isWithinApplications({ permission }: ActionContract): boolean {
  return wantedBy(permission).every((one) => FOR_PROGRAMS.includes(one) && !OF_NO_APPLICATION.includes(one))
}

function wantedBy(permission: ActionContract['permission']): readonly Permission[] {
  if (permission === undefined || permission === 'self') return []
  return typeof permission === 'string' ? [permission] : permission
}

/** The permissions of a person's program, out of those that the person has now. */
export function permissionsForPrograms(own: readonly Permission[]): readonly Permission[] {
  return FOR_PROGRAMS.filter((one) => own.includes(one))
}
