import type { z } from 'zod'
import type { Permission } from './permissions.ts'
import type { Role } from './roles.ts'

/** A console action as server and console both see it: its name, who may call it, its input and output. */
export interface ActionContract<
  N extends string = string,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> {
  readonly name: N
  /** `public`: needs no session (login, setup). Roles that aren't listed are refused. */
  readonly roles: 'public' | readonly Role[]
  /**
   * The permission that staff need, or several of which one is enough. `self`: the action concerns the caller
   * alone. Without a permission, staff are refused. Employers have all permissions of their role.
   */
  readonly permission?: Permission | readonly Permission[] | 'self'
  /**
   * true: the action creates something, which a developer can't do after the end of their plan (403 with
   * `fields.plan`).
   */
  readonly creates?: boolean
  /**
   * true: the action is dangerous and needs a recently entered password (`step_up`), else 403 with
   * `fields.step_up`.
   */
  readonly stepUp?: boolean
  /** Whether this input makes the action dangerous, when not every input does. */
  stepUpFor?(input: z.output<I>): boolean
  /** true: the action changes nothing. Every other action writes a row into the audit log. */
  readonly reads?: boolean
  readonly input: I
  readonly output: O
  /** false: the action changes nothing, and a reloaded page gets its CSRF token from it. */
  readonly csrf?: false
}

/**
 * The type keeps the value of `reads`, so that the compiler can demand something for every action that
 * changes data.
 */
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
