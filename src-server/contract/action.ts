import type { z } from 'zod'
import type { Permission } from './permissions.ts'
import type { Role } from './roles.ts'

/** A console action as both sides see it: name, who may call it, what goes in and what comes out. */
export interface ActionContract<
  N extends string = string,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> {
  readonly name: N
  /** `public`: needs no session (login, setup). Everything else is denied to a role that isn't listed. */
  readonly roles: 'public' | readonly Role[]
  /**
   * What staff need to call it, one of them where there are several; `self`: it is about the caller alone. Without one,
   * staff are denied. An employer has all his role has.
   */
  readonly permission?: Permission | readonly Permission[] | 'self'
  /** true: it makes something new, which a developer can't once his plan has ended; 403 with `fields.plan`. */
  readonly creates?: boolean
  /** true: dangerous, so that it wants a password given lately (`step_up`); 403 with `fields.step_up` otherwise. */
  readonly stepUp?: boolean
  /** Whether this input makes it dangerous, where not all do. */
  stepUpFor?(input: z.output<I>): boolean
  /** true: it changes nothing. All others leave a row in the audit log. */
  readonly reads?: boolean
  readonly input: I
  readonly output: O
  /** false: it changes nothing, and is how a page that was loaded anew learns its CSRF token. */
  readonly csrf?: false
}

/** The type keeps whether it `reads`, so that what has to be there for every change can be asked for by type. */
export function defineAction<
  const N extends string,
  I extends z.ZodType,
  O extends z.ZodType,
  const R extends boolean = false,
>(
  action: ActionContract<N, I, O> & { readonly reads?: R },
): ActionContract<N, I, O> & { readonly reads?: R } {
  return action
}
