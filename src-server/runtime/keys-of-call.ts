import type { Application } from '../domain/application/application.ts'
import { underEachKey } from '../domain/application/keys.ts'
import { hasWrittenNames } from '../wire/encrypted-parameters.ts'
import type { Received } from '../wire/parameters.ts'
import { findSignature } from '../wire/signature.ts'
import { decrypt, encrypts, sentSignature } from './guards.ts'

/**
 * The application's settings under the keys a call uses, while a replaced key is good too: those its signature fits and
 * its `data` opens under. A call that shows neither may come from a program nobody can change any more, so it is taken
 * for one of the oldest.
 */
export function underKeysOfCall(settings: Application, outer: Received, now: number): Application {
  let chosen = settings
  let most = -1
  // Opening RSA costs milliseconds, and its text is the same under each of the other keys.
  const opened = new Map<string, Received | undefined>()
  for (const candidate of underEachKey(settings, now)) {
    const key = settings.miType === 4 ? '' : candidate.rc4Key
    if (!opened.has(key)) opened.set(key, open(candidate, outer))
    const inner = opened.get(key)
    const shown = (inner === undefined ? 0 : 1) + (isSignedBy(candidate, inner ?? outer, outer) ? 2 : 0)
    if (shown <= most) continue
    chosen = candidate
    most = shown
  }
  return chosen
}

/** The pairs inside `data`; undefined where there are none, or none that a program would write. */
function open(settings: Application, outer: Received): Received | undefined {
  const inner = encrypts(settings) ? decrypt(settings, outer) : undefined
  if (inner === undefined || typeof inner === 'number') return undefined
  return hasWrittenNames(inner.bytes) ? inner : undefined
}

function isSignedBy({ appkey, signOrder }: Application, signed: Received, outer: Received): boolean {
  const given = sentSignature(signed, outer)
  return given !== '' && findSignature(given, signed, appkey, signOrder) !== undefined
}
