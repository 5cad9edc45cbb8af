import type { AppKey } from '../../contract/application-names.ts'
import type { Random } from '../../contract/ports.ts'
import { makeAppkey, makeRc4Key } from './create.ts'

/** Replaced keys, each valid until its time, Unix seconds. Empty and 0 for none. */
export interface PreviousKeys {
  readonly previousAppkey: string
  readonly previousAppkeyUntil: number
  readonly previousRc4Key: string
  readonly previousRc4KeyUntil: number
}

export interface CurrentKeys {
  readonly appkey: string
  readonly rc4Key: string
}

export const NO_PREVIOUS_KEYS: PreviousKeys = {
  previousAppkey: '',
  previousAppkeyUntil: 0,
  previousRc4Key: '',
  previousRc4KeyUntil: 0,
}

export function makeKey(random: Random, key: AppKey, app: number): string {
  return key === 'appkey' ? makeAppkey(random) : makeRc4Key(random, app)
}

/**
 * The members that change when a key is replaced. The replaced key stays valid until `until` (0: not at all).
 * An even older key ends at once.
 */
export function rotated(
  application: CurrentKeys,
  key: AppKey,
  value: string,
  until: number,
): Partial<CurrentKeys & PreviousKeys> {
  return key === 'appkey'
    ? { appkey: value, ...overlapOf(key, application.appkey, until) }
    : { rc4Key: value, ...overlapOf(key, application.rc4Key, until) }
}

/** The members that change when a replaced key ends before its time. */
export function endedOverlap(key: AppKey): Partial<PreviousKeys> {
  return overlapOf(key, '', 0)
}

function overlapOf(key: AppKey, replaced: string, until: number): Partial<PreviousKeys> {
  const previous = until === 0 ? '' : replaced
  return key === 'appkey'
    ? { previousAppkey: previous, previousAppkeyUntil: until }
    : { previousRc4Key: previous, previousRc4KeyUntil: until }
}

/** Whether a replaced key is still valid. */
export function hasOlderKeys(application: PreviousKeys, now: number): boolean {
  return application.previousAppkeyUntil > now || application.previousRc4KeyUntil > now
}

/** The application with each pair of keys that is valid now, the oldest first. */
export function underEachKey<A extends CurrentKeys & PreviousKeys>(application: A, now: number): A[] {
  const { appkey, previousAppkey, previousAppkeyUntil } = application
  const { rc4Key, previousRc4Key, previousRc4KeyUntil } = application
  const appkeys = previousAppkeyUntil > now ? [previousAppkey, appkey] : [appkey]
  const rc4Keys = previousRc4KeyUntil > now ? [previousRc4Key, rc4Key] : [rc4Key]
  return appkeys.flatMap((one) => rc4Keys.map((other) => ({ ...application, appkey: one, rc4Key: other })))
}
