import { BoundedMap } from '../contract/bounded-map.ts'

const CACHED_SCHEDULES = 256
const schedules = new BoundedMap<string, Uint8Array>(CACHED_SCHEDULES)

/**
 * RC4 encrypts and decrypts by the same operation. The key schedules of the applications used last are kept.
 * @throws RangeError for an empty key
 */
export function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const state = requireSchedule(key).slice()
  const output = new Uint8Array(bytes.length)
  let i = 0
  let j = 0
  for (let at = 0; at < bytes.length; at++) {
    i = (i + 1) & 0xff
    const a = state[i] ?? 0
    j = (j + a) & 0xff
    const b = state[j] ?? 0
    state[i] = b
    state[j] = a
    output[at] = (bytes[at] ?? 0) ^ (state[(a + b) & 0xff] ?? 0)
  }
  return output
}

function requireSchedule(key: Uint8Array): Uint8Array {
  const name = Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('latin1')
  const known = schedules.get(name)
  if (known !== undefined) return known
  const schedule = makeSchedule(key)
  schedules.set(name, schedule)
  return schedule
}

function makeSchedule(key: Uint8Array): Uint8Array {
  if (key.length === 0) throw new RangeError('RC4 needs a key')
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  let j = 0
  for (let i = 0; i < 256; i++) {
    const a = state[i] ?? 0
    j = (j + a + (key[i % key.length] ?? 0)) & 0xff
    state[i] = state[j] ?? 0
    state[j] = a
  }
  return state
}
