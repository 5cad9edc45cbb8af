import type { Session } from 'electron'

import { pinSession, type Pin } from './pin.ts'
import type { ConsoleCheck } from './remote-server.ts'

const PATIENCE_MS = 10_000

/**
 * Pins a session to a server, and returns a function that checks whether the server's console is there.
 * @param session the one that the windows for this server use
 */
export function createConsoleCheck(
  session: Pick<Session, 'setCertificateVerifyProc' | 'fetch'>,
  pin: Pin,
): () => Promise<ConsoleCheck> {
  let sawOther = false
  pinSession(session, pin, (matches) => {
    sawOther = !matches
  })
  return async () => {
    try {
      const response = await session.fetch(`${pin.origin}/console/`, {
        method: 'HEAD',
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      if (response.ok) return { ok: true }
      return { ok: false, problem: 'unreachable', failure: `HTTP ${response.status} /console/` }
    } catch {
      return { ok: false, problem: sawOther ? 'other_certificate' : 'unreachable', failure: null }
    }
  }
}
