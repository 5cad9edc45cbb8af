import type { Session } from 'electron'

import type { SavedServer } from '../settings/shell-settings.ts'
import { fingerprintOf, keyOf } from './fingerprint.ts'

/** Chromium's codes: accept or refuse, regardless of its own verdict. */
const ACCEPT = 0
const REFUSE = -2

export type Pin = Pick<SavedServer, 'origin' | 'fingerprint' | 'key' | 'isPublic'>
type Certified = Parameters<NonNullable<Parameters<Session['setCertificateVerifyProc']>[0]>>[0]

/** A certificate as the user confirms it. */
export interface SeenCertificate {
  readonly fingerprint: string
  readonly key: string
  readonly isPublic: boolean
}

/**
 * Whether this is the accepted server: its host with its key, whoever signed the certificate. A server whose
 * certificate a public authority signed may also come with a new key, when a public authority signed that for
 * the same host.
 */
export function isPinned(pin: Pin, certified: Certified): boolean {
  const { hostname, certificate } = certified
  if (hostname !== hostOf(pin.origin)) return false
  if (isConfirmed(pin, certificate)) return true
  return pin.isPublic && isSignedPublicly(certified)
}

function isConfirmed({ key, fingerprint }: Pin, certificate: Certified['certificate']): boolean {
  if (key === undefined) return fingerprintOf(certificate) === fingerprint
  return keyOf(certificate) === key
}

/** Whether an authority that Chromium itself knows signed it. One that was installed on this machine doesn't count. */
function isSignedPublicly({ verificationResult, isIssuedByKnownRoot }: Certified): boolean {
  return verificationResult === 'net::OK' && isIssuedByKnownRoot
}

function hostOf(origin: string): string {
  // Chromium gives an IPv6 host without the brackets of an address.
  return new URL(origin).hostname.replace(/^\[|\]$/g, '')
}

function seenIn(certified: Certified): SeenCertificate | undefined {
  const fingerprint = fingerprintOf(certified.certificate)
  const key = keyOf(certified.certificate)
  if (fingerprint === undefined || key === undefined) return undefined
  return { fingerprint, key, isPublic: isSignedPublicly(certified) }
}

/**
 * Limits a session to one server. A certificate with another key is refused even when a private authority of
 * this machine has signed it, because an interceptor could show such a certificate.
 * @param saw called after each check, with the result, and the certificate when it is the accepted one
 */
export function pinSession(
  session: Pick<Session, 'setCertificateVerifyProc'>,
  pin: Pin,
  saw: (matches: boolean, seen: SeenCertificate | undefined) => void,
): void {
  session.setCertificateVerifyProc((certified, answer) => {
    const matches = isPinned(pin, certified)
    answer(matches ? ACCEPT : REFUSE)
    saw(matches, matches ? seenIn(certified) : undefined)
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
): Promise<SeenCertificate | undefined> {
  let seen: SeenCertificate | undefined
  session.setCertificateVerifyProc((certified, answer) => {
    answer(REFUSE)
    seen = seenIn(certified)
  })
  await session.fetch(`${origin}/`, { method: 'HEAD', signal }).catch(() => undefined)
  return seen
}
