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
  /** The API token that makes the request in the person's name. Undefined for a signed-in person. */
  readonly token?: { readonly name: string; readonly apps: readonly number[] | null }
}

/** The data an actor may see. Every console query takes a scope. */
export type Scope =
  | WholeScope
  /** As much of another scope as belongs to these applications: what an API token limited to them may see. */
  | { readonly kind: 'within'; readonly apps: readonly number[]; readonly of: WholeScope }

/** The data of an operator, without a limit to chosen applications. */
export type WholeScope =
  | { readonly kind: 'everything' }
  /** The applications a developer owns, and everything in them. */
  | { readonly kind: 'ownedBy'; readonly operatorId: number }
  /** An agent's customers: the codes and trading accounts attributed to the agent. */
  | { readonly kind: 'attributedTo'; readonly operatorId: number }

export function scopeOf(actor: Actor): Scope {
  const apps = actor.token?.apps ?? null
  const whole = wholeScopeOf(actor)
  return apps === null ? whole : { kind: 'within', apps, of: whole }
}

function wholeScopeOf(actor: Actor): WholeScope {
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
  if (scope.kind === 'within') return `${scopeKey(scope.of)} of ${scope.apps.join(',')}`
  return scope.kind === 'everything' ? scope.kind : `${scope.kind}:${scope.operatorId}`
}

/** Whether a record of this application, owner and agent is inside the scope. @param appId null for none */
export function sees(
  scope: Scope,
  record: { readonly appId: number | null; readonly ownerId: number; readonly agentId: number | null },
): boolean {
  switch (scope.kind) {
    case 'within':
      return record.appId !== null && scope.apps.includes(record.appId) && sees(scope.of, record)
    case 'everything':
      return true
    case 'ownedBy':
      return record.ownerId === scope.operatorId
    case 'attributedTo':
      return record.agentId === scope.operatorId
  }
}

/** Whether a trading account is inside the scope. */
export function seesAccount(
  scope: Scope,
  account: {
    readonly ownerId: number
    readonly device: { readonly appId: number; readonly agentId: number | null }
  },
): boolean {
  const { appId, agentId } = account.device
  return sees(scope, { appId, ownerId: account.ownerId, agentId })
}

/** The agent whose rows the list shows. Undefined for all agents. */
export function agentOf(scope: Scope, filter: { readonly agent?: number | undefined }): number | undefined {
  const whole = scope.kind === 'within' ? scope.of : scope
  return whole.kind === 'attributedTo' ? whole.operatorId : filter.agent
}
