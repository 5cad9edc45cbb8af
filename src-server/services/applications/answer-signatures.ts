import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock, Random } from '../../contract/ports.ts'
import type { ApplicationRecord } from '../../contract/records/application.ts'
import type { Actor } from '../../domain/access/scope.ts'
import {
  endedAnswerOverlap,
  isRotating,
  newAnswerKey,
  rotatedAnswerKey,
  takenBackAnswerKey,
} from '../../domain/application/answer-key.ts'
import type { Application } from '../../domain/application/application.ts'
import { Refused } from '../refused.ts'
import type { Applications } from './applications.ts'

interface Parts {
  readonly applications: Applications
  readonly clock: Clock
  readonly random: Random
}

/** Makes and replaces the keys that sign answers. During a rotation, both keys sign. */
export class AnswerSignatures {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * A new key. The present one signs beside it for `overlap` more seconds. 0 is for a key that somebody else has: every
   * earlier key ends at once, during a rotation too.
   * @throws Refused 404; 409 during a rotation
   */
  async rotate(actor: Actor, app: number, overlap: number): Promise<ApplicationRecord> {
    const { clock, random } = this.#parts
    return this.#change(actor, app, 'app_answer_key_rotate', (current) => {
      const now = clock.now()
      if (overlap > 0 && isRotating(current, now))
        throw new Refused(CONSOLE.conflict, 'The key is being replaced already', { key: 'rotating' })
      return rotatedAnswerKey(current, newAnswerKey(random), overlap === 0 ? 0 : now + overlap)
    })
  }

  /** The replaced key ends now. @throws Refused 404; 409 without a rotation */
  async endOverlap(actor: Actor, app: number): Promise<ApplicationRecord> {
    return this.#change(actor, app, 'app_answer_key_end_overlap', (current) => {
      this.#requireRotation(current)
      return endedAnswerOverlap()
    })
  }

  /** The replaced key is the present one again, and the new one is gone. @throws Refused 404; 409 without a rotation */
  async takeBack(actor: Actor, app: number): Promise<ApplicationRecord> {
    return this.#change(actor, app, 'app_answer_key_take_back', (current) => {
      this.#requireRotation(current)
      return takenBackAnswerKey(current)
    })
  }

  #requireRotation(current: Application): void {
    if (!isRotating(current, this.#parts.clock.now()))
      throw new Refused(CONSOLE.conflict, 'The key is not being replaced', { key: 'not_rotating' })
  }

  async #change(
    actor: Actor,
    app: number,
    action: string,
    decide: (current: Application) => Partial<Application>,
  ): Promise<ApplicationRecord> {
    const { applications } = this.#parts
    applications.require(actor, app)
    return applications.change(actor, app, action, decide)
  }
}
