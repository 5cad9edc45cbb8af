import { vi } from 'vitest'

/**
 * Opens a live stream whose own look at its session, every few seconds, never comes: what ends it is what was done. On no
 * machine can a slow end pass for one at once.
 */
export async function withoutLooks<T>(open: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    return await open()
  } finally {
    vi.useRealTimers()
  }
}
