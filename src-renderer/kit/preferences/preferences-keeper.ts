import { joinChanges, mergePreferences } from '../../../src-server/contract/merge-preferences.ts'
import type { Preferences, PreferencesChange } from '../../../src-server/contract/records/preferences.ts'
import { call } from '../../api/console-client.ts'
import { ConsoleError, UNREACHABLE } from '../../api/console-error.ts'
import { isRecord, readStored, store } from './browser-store.ts'
import { dropEarlierChoices, readEarlierChoices } from './earlier-choices.ts'

/** The looks of the person who was last here: the sign-in page has them before the server can say anything. */
const LOOKS_KEY = 'pulsekey.looks'
/** Changes that the server doesn't have yet, and whose they are. */
const UNSENT_KEY = 'pulsekey.unsent'
const LOOKS = ['language', 'theme', 'pl_scheme', 'density'] as const

export function readLooks(): Preferences {
  const kept = readStored(LOOKS_KEY)
  return isRecord(kept) ? onlyLooks(kept) : onlyLooks(readEarlierChoices())
}

function onlyLooks(preferences: Preferences): Preferences {
  return Object.fromEntries(LOOKS.map((name) => [name, preferences[name]]))
}

/**
 * Keeps a person's preferences on the server. The page shows a change at once. A change that the server did not get waits
 * in this browser for the next start.
 */
export class PreferencesKeeper {
  readonly #show: (preferences: Preferences) => void
  #current: Preferences
  #person: string | undefined
  /** Choices on this page before somebody signed in. */
  #early: PreferencesChange = {}
  #unsent: PreferencesChange = {}
  #sending = false

  constructor(show: (preferences: Preferences) => void) {
    this.#show = show
    this.#current = readLooks()
  }

  get current(): Preferences {
    return this.#current
  }

  change(change: PreferencesChange): void {
    this.#become(mergePreferences(this.#current, change))
    if (this.#person === undefined) {
      this.#early = joinChanges(this.#early, change)
      return
    }
    this.#unsent = joinChanges(this.#unsent, change)
    this.#storeUnsent()
    void this.#send()
  }

  /**
   * Reads the signed-in person's preferences. The server's copy wins. Members that it lacks come from this page before the
   * sign-in, and at the first sign-in from what an earlier version kept in this browser.
   */
  async load(person: string): Promise<void> {
    const { preferences, stored } = await call('preferences_get', {})
    this.#person = person
    const earlier = stored ? {} : readEarlierChoices()
    dropEarlierChoices()
    this.#unsent = joinChanges(
      joinChanges(without(preferences, earlier), without(preferences, this.#early)),
      unsentOf(person),
    )
    this.#early = {}
    this.#become(mergePreferences(preferences, this.#unsent))
    this.#storeUnsent()
    void this.#send()
  }

  /** The person signed out. Their looks stay on the page. */
  leave(): void {
    this.#person = undefined
    this.#unsent = {}
  }

  #become(preferences: Preferences): void {
    this.#current = preferences
    store(LOOKS_KEY, onlyLooks(preferences))
    this.#show(preferences)
  }

  #storeUnsent(): void {
    const isEmpty = Object.keys(this.#unsent).length === 0
    store(UNSENT_KEY, isEmpty ? undefined : { person: this.#person, change: this.#unsent })
  }

  async #send(): Promise<void> {
    if (this.#sending) return
    this.#sending = true
    try {
      while (this.#person !== undefined && Object.keys(this.#unsent).length > 0) {
        const sent = this.#unsent
        const { preferences } = await call('preferences_set', sent)
        // More may have changed in the meantime.
        const more = this.#unsent === sent ? {} : this.#unsent
        this.#unsent = more
        this.#become(mergePreferences(preferences, more))
        this.#storeUnsent()
      }
    } catch (error) {
      // An unreachable server gets the change at the next one. One that refuses it never takes it.
      if (!(error instanceof ConsoleError) || error.code === UNREACHABLE) return
      this.#unsent = {}
      this.#storeUnsent()
    } finally {
      this.#sending = false
    }
  }
}

/** The members that the server's copy lacks. */
function without(preferences: Preferences, change: PreferencesChange): PreferencesChange {
  return Object.fromEntries(Object.entries(change).filter(([name]) => !(name in preferences)))
}

function unsentOf(person: string): PreferencesChange {
  const kept = readStored(UNSENT_KEY)
  return isRecord(kept) && kept['person'] === person && isRecord(kept['change']) ? kept['change'] : {}
}
