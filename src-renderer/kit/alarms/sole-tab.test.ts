import { afterEach, expect, it, vi } from 'vitest'
import { claimSoleTab } from './sole-tab.ts'

type Held = () => Promise<void>

/** The locks of a browser: one holder for each name, the others wait in their order. */
function browserLocks() {
  const queues = new Map<string, Promise<void>>()
  return {
    request(name: string, { signal }: { signal: AbortSignal }, held: Held): Promise<void> {
      const turn = (queues.get(name) ?? Promise.resolve()).then(() => (signal.aborted ? undefined : held()))
      queues.set(name, turn)
      return turn
    },
  }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

function openBrowser(navigator: object, pathname = '/console/'): void {
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('navigator', navigator)
}
afterEach(() => {
  vi.unstubAllGlobals()
})

it('lets one window tell, and the next one when that window is closed', async () => {
  openBrowser({ locks: browserLocks() })
  const [first, second] = [claimSoleTab('sound'), claimSoleTab('sound')]
  await settle()
  expect([first.takes('a'), second.takes('a')]).toEqual([true, false])
  first.release()
  await settle()
  expect([first.takes('b'), second.takes('b')]).toEqual([false, true])
})

it('skips a window that is closed before its turn', async () => {
  openBrowser({ locks: browserLocks() })
  const [first, second, third] = [claimSoleTab('sound'), claimSoleTab('sound'), claimSoleTab('sound')]
  await settle()
  second.release()
  first.release()
  await settle()
  expect(third.takes('a')).toBe(true)
})

it('lets another window tell something else', async () => {
  openBrowser({ locks: browserLocks() })
  const [sound, notices] = [claimSoleTab('sound'), claimSoleTab('notices')]
  await settle()
  expect([sound.takes('a'), notices.takes('a')]).toEqual([true, true])
})

it('lets the first window tell each news where the address allows no locks', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  openBrowser({})
  const [first, second] = [claimSoleTab('sound'), claimSoleTab('sound')]
  expect([second.takes('a'), first.takes('a')]).toEqual([true, false])
  expect([first.takes('b'), second.takes('b')]).toEqual([true, false])
})

it('tells in every window where nothing can be stored', () => {
  openBrowser({})
  vi.stubGlobal('localStorage', undefined)
  const [first, second] = [claimSoleTab('sound'), claimSoleTab('sound')]
  expect([first.takes('a'), second.takes('a')]).toEqual([true, true])
})
