import type { Application } from '../domain/application/application.ts'
import { underEachKey } from '../domain/application/keys.ts'
import { hasWrittenNames } from '../wire/encrypted-parameters.ts'
import type { Received } from '../wire/parameters.ts'
import { findSignature } from '../wire/signature.ts'
import { decrypt, encrypts, sentSignature } from './guards.ts'

const UNPRINTABLE = /[^\t\r\n -~]/g

/**
 * The application's settings with the keys that a call uses, while a replaced key is still valid: the keys
 * under which the signature fits and `data` decrypts. A call that shows neither may come from a program that
 * can no longer be updated, so it gets the oldest valid keys.
 */
export function underKeysOfCall(settings: Application, outer: Received, now: number): Application {
  let chosen = settings
  let most = -1
  // RSA decryption takes milliseconds, and its result doesn't depend on the RC4 key.
  const opened = new Map<string, Received | undefined>()
  for (const candidate of underEachKey(settings, now)) {
    const key = settings.miType === 4 ? '' : candidate.rc4Key
    if (!opened.has(key)) opened.set(key, open(candidate, outer))
    const inner = opened.get(key)
    const shown = readability(inner) + (isSignedBy(candidate, inner ?? outer, outer) ? 2 : 0)
    if (shown <= most) continue
    chosen = candidate
    most = shown
  }
  return chosen
}

/** The pairs inside `data`. Undefined when `data` doesn't decrypt, or when its names look like noise. */
function open(settings: Application, outer: Received): Received | undefined {
  const inner = encrypts(settings) ? decrypt(settings, outer) : undefined
  if (inner === undefined || typeof inner === 'number') return undefined
  return hasWrittenNames(inner.bytes) ? inner : undefined
}

/**
 * 0 for `data` that doesn't open, else 1 to 2: a short noise can have the form of a pair too, and the key that
 * gives more printable characters is the right one.
 */
function readability(inner: Received | undefined): number {
  if (inner === undefined) return 0
  const written = [...inner.bytes].flat().join('').replaceAll(UNPRINTABLE, '')
  return 2 - 1 / (1 + written.length)
}

function isSignedBy({ appkey, signOrder }: Application, signed: Received, outer: Received): boolean {
  const given = sentSignature(signed, outer)
  return given !== '' && findSignature(given, signed, appkey, signOrder) !== undefined
}
