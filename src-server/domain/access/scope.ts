import type { Permission, Role } from '../../contract/permissions.ts'

/** The operator who makes a console request. */
export interface Actor {
  /** Whose data: the operator themselves, or the employer of a member of staff. */
  readonly operatorId: number
  /** The operator who signed in. */
  readonly personId: number
  readonly name: string
  /** For staff, the employer's role. */
  readonly role: Role
  readonly permissions: readonly Permission[]
  /** The address of the request. */
  readonly ip: string
}

/** The data an actor may see. Every console query takes a scope. */
export type Scope =
  | { readonly kind: 'everything' }
  /** The applications a developer owns, and everything in them. */
  | { readonly kind: 'ownedBy'; readonly operatorId: number }
  /** An agent's customers: the codes and trading accounts attributed to the agent. */
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

/** Live stream subscribers with the same key get the same rows. */
export function scopeKey(scope: Scope): string {
  return scope.kind === 'everything' ? scope.kind : `${scope.kind}:${scope.operatorId}`
}

/** Whether a trading account of this owner and agent is inside the scope. */
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
