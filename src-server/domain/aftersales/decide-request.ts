import { REVERSIBLE_SECONDS, type RequestState } from '../../contract/request-names.ts'
import type { PolicyRecord } from '../../contract/records/request.ts'
import type { Actor } from '../access/scope.ts'
import type { Request } from './request.ts'

/**
 * A request's state at `now`, Unix seconds. A pending request may have expired before the server's job marks
 * it.
 */
export function stateAt(request: Pick<Request, 'state' | 'expiresAt'>, now: number): RequestState {
  return request.state === 'pending' && request.expiresAt <= now ? 'expired' : request.state
}

/** Agents must follow the application's policy. */
export function mayWaive(actor: Pick<Actor, 'role'>): boolean {
  return actor.role !== 'agent'
}

/**
 * Whether an approval performs the unbind. An unbind that the policy refuses needs a waiver. A code that is
 * unbound already needs no unbind.
 */
export function permits(outcome: PolicyRecord['outcome'], waive: boolean): boolean {
  return outcome === 'unbound' || (waive && outcome !== 'notBound' && outcome !== 'ofAccount')
}

export type ReversalRefusal = 'notApproved' | 'done' | 'late'

/** Until when an approved rebind can be reversed, Unix seconds. null when it can't be. */
export function reversibleUntil(
  request: Pick<Request, 'kind' | 'state' | 'endedAt' | 'reversedAt'>,
  now: number,
): number | null {
  return refuseReversal(request, now) === undefined ? (request.endedAt ?? 0) + REVERSIBLE_SECONDS : null
}

/** Why a request can't be reversed. */
export function refuseReversal(
  { kind, state, endedAt, reversedAt }: Pick<Request, 'kind' | 'state' | 'endedAt' | 'reversedAt'>,
  now: number,
): ReversalRefusal | undefined {
  if (kind !== 'rebind' || state !== 'approved' || endedAt === null) return 'notApproved'
  if (reversedAt !== null) return 'done'
  return now > endedAt + REVERSIBLE_SECONDS ? 'late' : undefined
}
