import type { BringAnswer, BringCodes, BringReason, BringSystem } from '../../contract/bring-over-names.ts'
import type { Clock, Random } from '../../contract/ports.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { Passwords } from '../session/passwords.ts'

export interface BringParts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly passwords: Passwords
  readonly clock: Clock
  readonly random: Random
}

export interface BringOrder {
  readonly system: BringSystem
  /** The application for the codes of KeyAuth and Keygen. undefined for a dump, which has its own applications. */
  readonly app: number | undefined
  readonly answers: ReadonlyMap<number, BringAnswer>
  readonly codes: BringCodes
  /** Says what would be done, and does nothing. */
  readonly dryRun: boolean
}

/** The fate of a row. */
export type Fate =
  | { readonly kind: 'take'; readonly act?: (unit: WriteUnit) => Promise<boolean> }
  | { readonly kind: 'same' }
  | { readonly kind: 'leave'; readonly reason: BringReason; readonly detail?: string }

export const TAKE_NOTHING: Fate = { kind: 'take' }
