import { z } from 'zod'
import type { MoveProblem } from '../contract/records/move.ts'

const LOOK_MS = 10_000
const MOST_BYTES = 4096
const answer = z.object({ mark: z.string(), state: z.enum(['here', 'away']) })

/** The codes of certificates that can't be accepted: OpenSSL's, and Node's own. */
const CERTIFICATE = /CERT|^UNABLE_TO_/

/**
 * Looks whether a server that moved here answers at an address.
 * @param mark what it shows, known to the old server too
 * @returns undefined where it is there and decides
 */
export async function lookForServer(
  fetch: typeof globalThis.fetch,
  url: string,
  mark: string,
): Promise<MoveProblem | undefined> {
  let text: string
  try {
    const response = await fetch(new URL('.well-known/pulsekey', url), {
      redirect: 'error',
      signal: AbortSignal.timeout(LOOK_MS),
    })
    text = (await response.text()).slice(0, MOST_BYTES)
  } catch (error) {
    return isOfCertificate(error) ? 'certificate' : 'unreachable'
  }
  const found = answer.safeParse(readJson(text)).data
  if (found === undefined || found.mark !== mark) return 'other'
  return found.state === 'away' ? 'still_here' : undefined
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isOfCertificate(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return CERTIFICATE.test(code)
}
