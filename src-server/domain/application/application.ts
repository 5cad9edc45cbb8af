import type { ApplicationSettings } from '../../contract/records/application.ts'
import type { Inside } from '../../contract/spelling.ts'
import type { AnswerKeys } from './answer-key.ts'
import type { PreviousKeys } from './keys.ts'

/** An application as the server stores it (the specification, Application): its settings and its counters. */
export interface Application extends Inside<ApplicationSettings>, PreviousKeys, AnswerKeys {
  readonly id: number
  /** The operator who owns it. */
  readonly ownerId: number
  /** Calls that passed the guards. */
  readonly apiTotal: number
  readonly createdAt: number
  /** Each change increases it. */
  readonly revision: number
  /** Made for a trial of the product: its accounts move by themselves and count nowhere. */
  readonly demo: boolean
  /** Its secrets can't be opened and are empty here. */
  readonly locked?: true
}
