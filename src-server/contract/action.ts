import type { z } from 'zod'
import type { InputSize } from './input-sizes.ts'
import type { Permission, Role } from './permissions.ts'

/** `public`: the action needs no session (login, setup). Otherwise a role that is not listed is refused. */
type Callers = 'public' | readonly Role[]

/**
 * A console action as server and console both see it: its callers, its input and output. Its name is its key
 * in the contract of its area.
 */
export interface ActionContract<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly roles: Callers
  /**
   * The permission that staff need, or several of which one is enough. `self`: the action concerns the caller
   * alone. Staff can't call an action without a permission. Employers have all permissions of their role.
   */
  readonly permission?: Permission | readonly Permission[] | 'self'
  /** true: the action creates something. A developer whose plan has ended gets 403 with `fields.plan`. */
  readonly creates?: boolean
  /**
   * true: the action is dangerous. Without a recently entered password (`step_up`) it answers 403 with
   * `fields.step_up`.
   */
  readonly stepUp?: boolean
  /** Whether this input makes the action dangerous, when not every input does. */
  stepUpFor?(input: z.output<I>): boolean
  /** true: the action changes nothing. Every other action writes a row into the audit log, but `preferences_set`. */
  readonly reads?: boolean
  readonly input: I
  readonly output: O
  /** The maximum size of the input (input-sizes.ts). The default is `usual`. Inputs of public actions are small. */
  readonly size?: Exclude<InputSize, 'small' | 'usual'>
  /** false: the action needs no CSRF token. A reloaded page gets its token from such an action. */
  readonly csrf?: false
}

/** The declarations of an area, by the names of its actions. */
export type AreaContract = Readonly<Record<string, ActionContract>>

/**
 * The type keeps the values of `roles` and `reads`, because the types of handlers and tests depend on them.
 */
export function defineAction<
  I extends z.ZodType,
  O extends z.ZodType,
  const C extends Callers,
  const R extends boolean = false,
>(
  action: ActionContract<I, O> & {
    readonly roles: C
    readonly reads?: R
    readonly size?: C extends 'public' ? never : ActionContract['size']
  },
): ActionContract<I, O> & { readonly roles: C; readonly reads?: R } {
  return action
}
