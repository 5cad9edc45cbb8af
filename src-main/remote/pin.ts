import type { Session } from 'electron'

import type { SavedServer } from '../settings/shell-settings.ts'
import { fingerprintOf } from './fingerprint.ts'

/** Chromium's codes: accept or refuse, regardless of its own verdict. */
const ACCEPT = 0
const REFUSE = -2

export type Pin = Pick<SavedServer, 'origin' | 'fingerprint'>
type Certified = Parameters<NonNullable<Parameters<Session['setCertificateVerifyProc']>[0]>>[0]

/** Whether this is the accepted server: its host, and exactly its certificate, whoever signed it. */
export function isPinned({ origin, fingerprint }: Pin, { hostname, certificate }: Certified): boolean {
  return hostname === hostOf(origin) && fingerprintOf(certificate) === fingerprint
}

function hostOf(origin: string): string {
  // Chromium gives an IPv6 host without the brackets of an address.
  return new URL(origin).hostname.replace(/^\[|\]$/g, '')
}

/**
 * Limits a session to one server. Another certificate is refused even when an authority has signed it,
 * because an interceptor could show such a certificate.
 * @param saw called after each check, with the result
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
 * Reads the certificate at an address. The connection is refused in the handshake, so nothing is requested
 * and nothing sent.
 * @param session a session that nothing else uses
 * @returns undefined when nothing answers
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
