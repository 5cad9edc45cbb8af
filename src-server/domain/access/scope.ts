import type { Permission } from '../../contract/permissions.ts'
import type { Role } from '../../contract/roles.ts'

/** Who acts in the console. */
export interface Actor {
  /** Whose things: the person himself, or the employer of a member of staff. */
  readonly operatorId: number
  /** Who signed in. */
  readonly personId: number
  readonly name: string
  /** Of staff, the employer's. */
  readonly role: Role
  readonly permissions: readonly Permission[]
  /** Where the request came from. */
  readonly ip: string
}

/** What an actor may see (architecture.md, rule 5): every console query takes one. */
export type Scope =
  | { readonly kind: 'everything' }
  /** The applications a developer owns, and all in them. */
  | { readonly kind: 'ownedBy'; readonly operatorId: number }
  /** An agent's customers: codes and devices attributed to it. */
  | { readonly kind: 'attributedTo'; readonly operatorId: number }

export function scopeOf(actor: Actor): Scope {
  switch (actor.role) {
    case 'owner':
      return { kind: 'everything' }
    case 'developer':
      return { kind: 'ownedBy', operatorId: actor.operatorId }
    case 'agent':
      return { kind: 'attributedTo', operatorId: actor.operatorId }
  }
}

/** Subscribers of the same key are shown the same rows. */
export function scopeKey(scope: Scope): string {
  return scope.kind === 'everything' ? scope.kind : `${scope.kind}:${scope.operatorId}`
}

/** Whether a device of this application and agent is inside the scope. */
export function sees(
  scope: Scope,
  device: { readonly ownerId: number; readonly agentId: number | null },
): boolean {
  switch (scope.kind) {
    case 'everything':
      return true
    case 'ownedBy':
      return device.ownerId === scope.operatorId
    case 'attributedTo':
      return device.agentId === scope.operatorId
  }
}
