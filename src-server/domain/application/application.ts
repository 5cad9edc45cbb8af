import type { ApplicationSettings } from '../../contract/records/application.ts'
import type { Inside } from '../../contract/spelling.ts'
import type { PreviousKeys } from './keys.ts'

/** An application as the server knows it (specification, Application): its settings and what it counts. */
export interface Application extends Inside<ApplicationSettings>, PreviousKeys {
  readonly id: number
  /** The console user it belongs to. */
  readonly ownerId: number
  /** Calls that passed the guards. */
  readonly apiTotal: number
  readonly createdAt: number
}
