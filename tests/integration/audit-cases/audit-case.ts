import type { ActionInput, ActionName, ChangingAction } from '../../../src-server/contract/actions/index.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import type { AuditWorld } from './audit-world.ts'

/** Makes what the call is about, and says what is sent. */
type Send<N extends ActionName> = (world: AuditWorld) => ActionInput<N> | Promise<ActionInput<N>>

/**
 * One call of a changing action after which its row stands in the log. By itself `Send`: the owner calls, and the row has
 * the action's name. `elsewhere` says why it can't be called here, or leaves no row, and which test looks at it.
 */
export type AuditCase<N extends ActionName> =
  | Send<N>
  | {
      readonly send: Send<N>
      readonly as?: (world: AuditWorld) => ConsoleClient | Promise<ConsoleClient>
      /** The row's word, where it isn't the action's name. */
      readonly row?: string
      /** The word of another row that comes with it. */
      readonly also?: string
    }
  | { readonly elsewhere: string }

/** Together the areas have a case for every action that changes something. */
export type AuditCases = { readonly [N in ChangingAction]: AuditCase<N> }
