import type { AppKey } from '../../contract/application-names.ts'
import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock, Random } from '../../contract/ports.ts'
import type { ApplicationRecord } from '../../contract/records/application.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { endedOverlap, makeKey, rotated } from '../../domain/application/keys.ts'
import type { Applications } from './applications.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly applications: Applications
  readonly clock: Clock
  readonly random: Random
}

export interface Rotation {
  readonly key: AppKey
  /** Seconds for which the replaced key stays valid; 0 ends it at once. */
  readonly overlap: number
  /** The new key; generated where it is left out. */
  readonly value?: string | undefined
}

/** Replaces the keys that clients have. The replaced key can stay valid for a time. */
export class ApplicationKeys {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws Refused 404; 422 for the present key */
  async rotate(actor: Actor, id: number, { key, overlap, value }: Rotation): Promise<ApplicationRecord> {
    const { applications, clock, random } = this.#parts
    applications.require(actor, id)
    const until = overlap === 0 ? 0 : clock.now() + overlap
    const next = value ?? makeKey(random, key, id)
    return applications.change(actor, id, 'app_key_rotate', (current) => {
      if (next === (key === 'appkey' ? current.appkey : current.rc4Key)) {
        const reason = 'This is the key it has'
        throw new Refused(CONSOLE.invalid, reason, { value: reason })
      }
      return rotated(current, key, next, until)
    })
  }

  /** @throws Refused 404 */
  async endOverlap(actor: Actor, id: number, key: AppKey): Promise<ApplicationRecord> {
    const { applications } = this.#parts
    applications.require(actor, id)
    return applications.change(actor, id, 'app_key_end_overlap', () => endedOverlap(key))
  }
}
