import type { Session } from 'electron'

import type { SavedServer } from '../settings/shell-settings.ts'
import { fingerprintOf } from './fingerprint.ts'

/** Chromium's words: taken, and refused whatever its own opinion is. */
const ACCEPT = 0
const REFUSE = -2

export type Pin = Pick<SavedServer, 'origin' | 'fingerprint'>
type Certified = Parameters<NonNullable<Parameters<Session['setCertificateVerifyProc']>[0]>>[0]

/** Whether this is the server that was agreed to: its host, and exactly its certificate, whoever has signed it. */
export function isPinned({ origin, fingerprint }: Pin, { hostname, certificate }: Certified): boolean {
  return hostname === hostOf(origin) && fingerprintOf(certificate) === fingerprint
}

function hostOf(origin: string): string {
  // Chromium names an IPv6 host without the brackets that an address needs.
  return new URL(origin).hostname.replace(/^\[|\]$/g, '')
}

/**
 * Lets a session speak with one server only. Also a certificate that an authority has signed is refused if it is another one:
 * that is what somebody between would show.
 *
 * @param saw is told at each look whether it was the right one
 */
export function pinSession(
  session: Pick<Session, 'setCertificateVerifyProc'>,
  pin: Pin,
  saw: (matches: boolean) => void,
): void {
  session.setCertificateVerifyProc((certified, answer) => {
    const matches = isPinned(pin, certified)
    saw(matches)
    answer(matches ? ACCEPT : REFUSE)
  })
}

/**
 * The certificate that stands at an address. The connection is refused in the handshake: nothing is asked and nothing is sent.
 *
 * @param session one of its own that nothing else uses
 * @returns undefined where nothing answers
 */
export async function lookAtCertificate(
  session: Pick<Session, 'setCertificateVerifyProc' | 'fetch'>,
  origin: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  let seen: string | undefined
  session.setCertificateVerifyProc(({ certificate }, answer) => {
    seen = fingerprintOf(certificate)
    answer(REFUSE)
  })
  await session.fetch(`${origin}/`, { method: 'HEAD', signal }).catch(() => undefined)
  return seen
}
