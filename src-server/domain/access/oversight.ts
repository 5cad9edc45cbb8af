import type { Operator } from './operator.ts'
import type { Actor } from './scope.ts'

/** Whose sessions, sign-ins and second factors an operator may view and end. */
export type Oversight =
  | { readonly kind: 'everybody' }
  /** The employer and their staff. */
  | { readonly kind: 'employer'; readonly operatorId: number }
  | { readonly kind: 'self'; readonly personId: number }

/** Staff oversee only themselves, whatever their role allows on their employer's data. */
export function oversightOf({ role, operatorId, personId }: Actor): Oversight {
  if (personId !== operatorId) return { kind: 'self', personId }
  return role === 'owner' ? { kind: 'everybody' } : { kind: 'employer', operatorId }
}

/** The person who started a job. */
export type JobStarter = Pick<Actor, 'operatorId' | 'personId'>

/** Operators manage their own jobs, employers also those of their staff, the owner all. */
export function managesJob(actor: Omit<Actor, 'name' | 'ip' | 'permissions'>, starter: JobStarter): boolean {
  if (actor.personId === starter.personId) return true
  const isEmployer = actor.personId === actor.operatorId
  return isEmployer && (actor.role === 'owner' || actor.operatorId === starter.operatorId)
}

export function oversees(oversight: Oversight, { id, employerId }: Pick<Operator, 'id' | 'employerId'>) {
  switch (oversight.kind) {
    case 'everybody':
      return true
    case 'employer':
      return id === oversight.operatorId || employerId === oversight.operatorId
    case 'self':
      return id === oversight.personId
  }
}
