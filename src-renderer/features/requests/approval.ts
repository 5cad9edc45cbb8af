import type { PolicyRecord, RequestRecord } from '../../../src-server/contract/records/request.ts'

/** What keeps a request from being approved; `policy` can be set aside by who may. */
export type Obstacle = 'gone' | 'taken' | 'policy' | 'account' | 'impossible'

/** What a reviewer may set aside: the rest says that there is nothing to free. */
const WAIVABLE: ReadonlySet<PolicyRecord['outcome']> = new Set([
  'tooSoon',
  'tooMany',
  'timeShort',
  'usesShort',
])

/** As far as the evidence tells; the server decides anew. */
export function obstacleOf({
  kind,
  code,
  policy,
  old_account: from,
  new_account: to,
}: RequestRecord): Obstacle | undefined {
  if (kind === 'rebind') {
    if ((from?.id ?? null) === null) return 'gone'
    return (to?.id ?? null) === null ? undefined : 'taken'
  }
  if (code === null) return 'gone'
  if (policy === null || policy.outcome === 'unbound') return undefined
  if (policy.outcome === 'ofAccount') return 'account'
  return WAIVABLE.has(policy.outcome) ? 'policy' : 'impossible'
}

/** Whether approving is offered. A code that belongs to a trading account can't be unbound. */
export function canApprove(record: RequestRecord): boolean {
  return obstacleOf(record) !== 'account'
}

/** Whether approving asks first: it moves an account, takes something from a customer, or can't be done as it is. */
export function asksFirst(record: RequestRecord): boolean {
  const { kind, policy } = record
  if (kind === 'rebind' || obstacleOf(record) !== undefined) return true
  return policy !== null && (policy.cost_seconds > 0 || policy.cost_uses > 0)
}
