import type { z } from 'zod'
import type { ActionContract, AreaContract } from '../../contract/action.ts'
import type { RequestAddresses } from '../../contract/records/settings.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Caller } from '../../services/session/caller.ts'
import type { SignedIn } from '../../services/session/sessions.ts'

/** The request that an action answers. */
export interface ConsoleRequest {
  readonly caller: Caller
  /** The caller's address by each source of addresses. */
  readonly addresses: RequestAddresses
  /** The origin that the request names, as its sender spells it. */
  readonly cameTo: string
  /** Sets the session cookie to a token; null clears it. */
  readonly setSession: (token: string | null) => void
}

export interface SignedInRequest extends ConsoleRequest {
  readonly actor: Actor
  readonly session: SignedIn
}

type RequestOf<A extends ActionContract> = A['roles'] extends 'public' ? ConsoleRequest : SignedInRequest

type Handler<A extends ActionContract> = (
  request: RequestOf<A>,
  input: z.output<A['input']>,
) => Promise<z.input<A['output']>>

/** The handlers of an area: one for each action that its contract declares, with the declared input and output. */
export type ActionsOf<C extends AreaContract> = { readonly [Name in keyof C]: Handler<C[Name]> }

/** Waits for the work, and answers with no members. */
export async function emptyAfter(work: Promise<unknown>): Promise<Record<string, never>> {
  await work
  return {}
}
