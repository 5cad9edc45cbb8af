import type { Session } from 'electron'

import { pinSession, type Pin, type SeenCertificate } from './pin.ts'
import type { ConsoleCheck } from './remote-server.ts'

const PATIENCE_MS = 10_000
/** Chromium's words for an end of the connection without a certificate. */
const NO_CONNECTION = /ERR_(CONNECTION|NAME|ADDRESS|TIMED_OUT|INTERNET|NETWORK|PROXY|TUNNEL|SOCKS|EMPTY)/

/**
 * The partitions whose server showed another certificate last. Chromium remembers a refusal and doesn't ask
 * again, for as long as the program runs.
 */
const refused = new Set<string>()

/**
 * Pins a session to a server, and returns a function that checks whether the server's console is there.
 * @param session the one that the windows for this server use
 * @param partition its name
 * @param seen called with the accepted certificate
 */
export function createConsoleCheck(
  session: Pick<Session, 'setCertificateVerifyProc' | 'fetch'>,
  partition: string,
  pin: Pin,
  seen: (certificate: SeenCertificate) => void,
): () => Promise<ConsoleCheck> {
  pinSession(session, pin, (matches, certificate) => {
    if (matches) refused.delete(partition)
    else refused.add(partition)
    if (certificate !== undefined) seen(certificate)
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
    } catch (error) {
      const isAnswered = !isTimeout(error) && !NO_CONNECTION.test(String(error))
      const problem = isAnswered && refused.has(partition) ? 'other_certificate' : 'unreachable'
      return { ok: false, problem, failure: null }
    }
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
}
