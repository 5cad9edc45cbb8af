import type { ActionInput, ActionName, ChangingAction } from '../../../src-server/contract/actions/index.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import type { AuditWorld } from './audit-world.ts'

/** Makes what the call is about and returns the input. */
type Send<N extends ActionName> = (world: AuditWorld) => ActionInput<N> | Promise<ActionInput<N>>

/**
 * One call of a changing action that must write an audit row. A plain `Send` means: the owner calls, and the
 * row has the action's name. `elsewhere` explains why the call is impossible here or writes no row, and names
 * the test that covers it.
 */
export type AuditCase<N extends ActionName> =
  | Send<N>
  | {
      readonly send: Send<N>
      readonly as?: (world: AuditWorld) => ConsoleClient | Promise<ConsoleClient>
      /** The row's word, where it differs from the action's name. */
      readonly row?: string
      /** The word of a second row that the call writes. */
      readonly also?: string
    }
  | { readonly elsewhere: string }

/** All areas together have a case for every action that changes something. */
export type AuditCases = { readonly [N in ChangingAction]: AuditCase<N> }
