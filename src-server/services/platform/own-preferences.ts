import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock } from '../../contract/ports.ts'
import { mergePreferences } from '../../contract/merge-preferences.ts'
import { MAX_PREFERENCES, MAX_WATCHED } from '../../contract/preference-names.ts'
import {
  preferencesRecord,
  type Preferences,
  type PreferencesChange,
} from '../../contract/records/preferences.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Store } from '../../store/store.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly clock: Clock
}

/** What each person set in the console: language, colours, columns. No row in the audit log: it concerns nobody else. */
export class OwnPreferences {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** `stored` is false where the person never set anything. */
  async get(actor: Actor): Promise<{ preferences: Preferences; stored: boolean }> {
    const found = await this.#parts.store.read((unit) => unit.preferences.find(actor.personId))
    return { preferences: readable(found ?? {}), stored: found !== undefined }
  }

  /** Changes the named members and leaves the others. @throws Refused 422 where there would be too much to keep */
  async set(actor: Actor, change: PreferencesChange): Promise<Preferences> {
    const { store, clock } = this.#parts
    const now = clock.now()
    return store.write(
      async (unit) => {
        const current = readable((await unit.preferences.find(actor.personId)) ?? {})
        const changed = mergePreferences(current, change)
        if (Buffer.byteLength(JSON.stringify(changed)) > MAX_PREFERENCES)
          throw new Refused(CONSOLE.invalid, 'There is too much to keep', {
            body: `at most ${MAX_PREFERENCES / 1024} KB`,
          })
        if (!preferencesRecord.shape.watched.safeParse(changed.watched).success)
          throw new Refused(CONSOLE.invalid, 'The watch list is too long', {
            watched: `at most ${MAX_WATCHED} accounts`,
          })
        await unit.preferences.set(actor.personId, changed, now)
        return changed
      },
      { durable: true },
    )
  }
}

/** The members that this version knows. A newer or older server may have stored others. */
function readable(document: Preferences): Preferences {
  const { shape } = preferencesRecord
  const members = Object.entries(document).filter(
    ([name, value]) => name in shape && shape[name as keyof typeof shape].safeParse(value).success,
  )
  return Object.fromEntries(members)
}
