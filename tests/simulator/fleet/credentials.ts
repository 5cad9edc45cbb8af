import type { Dialect } from '../wire/dialect.ts'
import { openHex, sealHex } from '../wire/rc4.ts'
import type { WireRequest } from '../wire/request.ts'
import { dressRequest } from '../wire/request.ts'
import type { Pair } from '../wire/signature.ts'
import { signPairs } from '../wire/signature.ts'

/** The application's demands on a call off the whitelist. */
export interface Credentials {
  readonly app: number
  /** Absent: calls carry no signature, and `check` isn't verified. */
  readonly appkey: string | undefined
  /** Present: calls and answers are RC4-2 (mi_type 3). */
  readonly rc4Key: string | undefined
}

function signed(pairs: readonly Pair[], { appkey }: Credentials): readonly Pair[] {
  return appkey === undefined ? pairs : [...pairs, ['sign', signPairs(pairs, appkey)]]
}

/** A guarded call: signed, and wrapped into `data` with an rc4Key. `value` is always outside. */
export function dressGuarded(
  api: string,
  credentials: Credentials,
  pairs: readonly Pair[],
  value: string,
  dialect: Dialect,
): WireRequest {
  const full = signed(pairs, credentials)
  const { app, rc4Key } = credentials
  if (rc4Key === undefined) return dressRequest(api, app, [...full, ['value', value]], dialect)
  // Pairs inside the encrypted text aren't URL-encoded.
  const data = sealHex(rc4Key, full.map((pair) => pair.join('=')).join('&'))
  return dressRequest(
    api,
    app,
    [
      ['data', data],
      ['value', value],
    ],
    dialect,
  )
}

/** Refusals before the application is known are plain even where answers are encrypted. */
export function openReply(text: string, { rc4Key }: Credentials): string {
  return rc4Key === undefined || text.startsWith('{') ? text : openHex(rc4Key, text)
}
