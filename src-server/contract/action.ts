import type { z } from 'zod'
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
  readonly input: I
  readonly output: O
  /** false: it changes nothing, and is how a page that was loaded anew learns its CSRF token. */
  readonly csrf?: false
}

export function defineAction<const N extends string, I extends z.ZodType, O extends z.ZodType>(
  action: ActionContract<N, I, O>,
): ActionContract<N, I, O> {
  return action
}
