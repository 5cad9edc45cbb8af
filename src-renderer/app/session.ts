import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { ActionInput, ActionOutput } from '../../src-server/contract/actions/index.ts'
import { CONSOLE } from '../../src-server/contract/error-codes.ts'
import { call, useCsrfToken } from '../api/console-client.ts'
import { ConsoleError } from '../api/console-error.ts'
import { closeLiveStream, openLiveStream } from '../api/live-stream.ts'

type SignedIn = ActionOutput<'login'>

/** Who is signed in. The live stream runs exactly as long as a session does. */
export const useSession = defineStore('session', () => {
  const person = shallowRef<SignedIn>()
  const role = computed(() => person.value?.role)

  function begin(signedIn: SignedIn): void {
    person.value = signedIn
    useCsrfToken(signedIn.csrf)
    openLiveStream()
  }

  function end(): void {
    person.value = undefined
    useCsrfToken('')
    closeLiveStream()
  }

  /** Takes up the session of the cookie, if there is one. @returns whether somebody is signed in */
  async function resume(): Promise<boolean> {
    if (person.value !== undefined) return true
    try {
      begin(await call('me', {}))
      return true
    } catch (error) {
      if (error instanceof ConsoleError && error.code === CONSOLE.notSignedIn) return false
      throw error
    }
  }

  async function signIn(input: ActionInput<'login'>): Promise<void> {
    begin(await call('login', input))
  }

  async function setUp(input: ActionInput<'setup'>): Promise<void> {
    begin(await call('setup', input))
  }

  /** Ends the session here even when the server is not reached: a person who signs out wants the screen empty. */
  async function signOut(): Promise<void> {
    try {
      await call('logout', {})
    } finally {
      end()
    }
  }

  return { person, role, resume, signIn, setUp, signOut, end }
})
