import type { Scope } from '../domain/access/scope.ts'

/** The agent whose rows the list shows. Undefined for all agents. */
export function agentOf(scope: Scope, filter: { readonly agent?: number | undefined }): number | undefined {
  const whole = scope.kind === 'within' ? scope.of : scope
  return whole.kind === 'attributedTo' ? whole.operatorId : filter.agent
}
