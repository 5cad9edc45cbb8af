import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { ActionInput, ActionOutput } from '../../../src-server/contract/actions/index.ts'
import { CONSOLE } from '../../../src-server/contract/error-codes.ts'
import type { Permission } from '../../../src-server/contract/permissions.ts'
import { call, useCsrfToken } from '../../api/console-client.ts'
import { ConsoleError } from '../../api/console-error.ts'
import { showLocale } from '../../i18n/index.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { closeLiveStream, openLiveStream, useLiveStream } from '../../api/live-stream.ts'

type Person = ActionOutput<'me'>

/** The signed-in person. The live stream runs exactly as long as a session exists. */
export const useSession = defineStore('session', () => {
  const preferences = usePreferences()
  const person = shallowRef<Person>()
  const role = computed(() => person.value?.role)
  /** The address at which programs reach the server. */
  const publicUrl = computed(() => person.value?.public_url ?? '')
  /** The reach of the public address. Before a sign-in it counts as `loopback`. */
  const publicReach = computed(() => person.value?.public_reach ?? 'loopback')
  /** Whether the owner has set it. Otherwise the server guesses. */
  const publicIsSet = computed(() => person.value?.public_is_set ?? false)
  /** The currency of sums, ISO 4217. */
  const currency = computed(() => person.value?.currency ?? 'CNY')

  /** Reads again who is signed in, after something about the person changed. */
  async function refresh(): Promise<void> {
    const signedIn = await call('me', {})
    person.value = signedIn
    useCsrfToken(signedIn.csrf)
    openLiveStream()
  }

  /** Everything about the person before their first screen: their rights, and how they work. */
  async function begin(): Promise<void> {
    await refresh()
    await loadPreferences()
  }

  async function loadPreferences(): Promise<void> {
    try {
      await preferences.load(person.value?.name ?? '')
      await showLocale(preferences.locale)
    } catch {
      // The screens work without them. The next connection of the live stream tries again.
    }
  }

  function end(): void {
    person.value = undefined
    preferences.leave()
    useCsrfToken('')
    closeLiveStream()
  }

  /** Whether the person has the permission; `undefined` needs none. */
  function may(permission: Permission | undefined): boolean {
    return permission === undefined || (person.value?.permissions.includes(permission) ?? false)
  }

  /** Resumes the session of the cookie, if there is one. @returns whether somebody is signed in */
  async function resume(): Promise<boolean> {
    if (person.value !== undefined) return true
    try {
      await begin()
      return true
    } catch (error) {
      if (error instanceof ConsoleError && error.code === CONSOLE.notSignedIn) return false
      throw error
    }
  }

  async function signIn(input: ActionInput<'login'>): Promise<void> {
    await call('login', input)
    await begin()
  }

  async function setUp(input: ActionInput<'setup'>): Promise<void> {
    await call('setup', input)
    await begin()
  }

  /**
   * Ends the session here even when the server is unreachable: a person who signs out wants the screen empty.
   */
  async function signOut(): Promise<void> {
    try {
      await call('logout', {})
    } finally {
      end()
    }
  }

  // A stream that was cut because of changed permissions starts with it.
  useLiveStream().on('reset', () => {
    if (person.value !== undefined) void begin().catch(() => undefined)
  })

  return {
    person,
    role,
    publicUrl,
    publicReach,
    publicIsSet,
    currency,
    may,
    refresh,
    resume,
    signIn,
    setUp,
    signOut,
    end,
  }
})
