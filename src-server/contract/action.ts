import type { z } from 'zod'
import type { Permission } from './permissions.ts'
import type { Role } from './roles.ts'

/** `public`: the action needs no session (login, setup). Otherwise a role that is not listed is refused. */
type Callers = 'public' | readonly Role[]

/**
 * A console action as both sides see it: who may call it, what goes in and what comes out. Its name is its key in the
 * contract of its area.
 */
export interface ActionContract<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly roles: Callers
  /**
   * What staff need to call the action, one of them where there are several; `self`: the action is about the caller
   * alone. Staff may not call an action that names none. An employer has every permission of their role.
   */
  readonly permission?: Permission | readonly Permission[] | 'self'
  /** true: it makes something new. A developer whose plan has ended gets 403 with `fields.plan`. */
  readonly creates?: boolean
  /** true: it is dangerous. Without a password given lately (`step_up`) it answers 403 with `fields.step_up`. */
  readonly stepUp?: boolean
  /** Whether this input makes it dangerous, where only some inputs do. */
  stepUpFor?(input: z.output<I>): boolean
  /** true: it changes nothing. All other actions leave a row in the audit log. */
  readonly reads?: boolean
  readonly input: I
  readonly output: O
  /** false: no CSRF token is asked for. A page that was loaded anew learns its token this way. */
  readonly csrf?: false
}

/** The declarations of an area, by the names of its actions. */
export type AreaContract = Readonly<Record<string, ActionContract>>

/** The type keeps `roles` and `reads`: handlers and tests depend on them by type. */
export function defineAction<
  I extends z.ZodType,
  O extends z.ZodType,
  const C extends Callers,
  const R extends boolean = false,
>(
  action: ActionContract<I, O> & { readonly roles: C; readonly reads?: R },
): ActionContract<I, O> & { readonly roles: C; readonly reads?: R } {
  return action
}
