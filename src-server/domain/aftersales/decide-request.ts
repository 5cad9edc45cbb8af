import { REVERSIBLE_SECONDS, type RequestState } from '../../contract/request-names.ts'
import type { PolicyRecord } from '../../contract/records/request.ts'
import type { Actor } from '../access/scope.ts'
import type { Request } from './request.ts'

/** Where a request stands at `now`, Unix seconds: its time may be over before the server has come to it. */
export function standing(request: Pick<Request, 'state' | 'expiresAt'>, now: number): RequestState {
  return request.state === 'pending' && request.expiresAt <= now ? 'expired' : request.state
}

/** Agents keep to the application's policy. */
export function mayWaive(actor: Pick<Actor, 'role'>): boolean {
  return actor.role !== 'agent'
}

/**
 * Whether an unbind is done when it is approved. One that the policy refuses is done only where it is set aside; of a code
 * that is free already there is nothing to do.
 */
export function permits(outcome: PolicyRecord['outcome'], waive: boolean): boolean {
  return outcome === 'unbound' || (waive && outcome !== 'notBound' && outcome !== 'ofAccount')
}

export type ReversalRefusal = 'notApproved' | 'done' | 'late'

/** Until when an approved rebind can be taken back, Unix seconds; null for what can't be. */
export function reversibleUntil(
  request: Pick<Request, 'kind' | 'state' | 'endedAt' | 'reversedAt'>,
  now: number,
): number | null {
  return refuseReversal(request, now) === undefined ? (request.endedAt ?? 0) + REVERSIBLE_SECONDS : null
}

/** Why a request can't be taken back. */
export function refuseReversal(
  { kind, state, endedAt, reversedAt }: Pick<Request, 'kind' | 'state' | 'endedAt' | 'reversedAt'>,
  now: number,
): ReversalRefusal | undefined {
  if (kind !== 'rebind' || state !== 'approved' || endedAt === null) return 'notApproved'
  if (reversedAt !== null) return 'done'
  return now > endedAt + REVERSIBLE_SECONDS ? 'late' : undefined
}
