import { vi } from 'vitest'

/**
 * Opens a live stream without its periodic check of the session, so that only the tested act can end it. A
 * slow end then never passes for an immediate one.
 */
export async function withoutLooks<T>(open: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    return await open()
  } finally {
    vi.useRealTimers()
  }
}
