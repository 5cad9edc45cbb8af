import { BoundedMap } from '../contract/bounded-map.ts'
import { Rc4Stream } from './rc4-stream.ts'

const CACHED_STREAMS = 256
const streams = new BoundedMap<string, Rc4Stream>(CACHED_STREAMS)

/**
 * RC4 encrypts and decrypts by the same operation. The protocol begins each message with the first byte of the key's
 * stream, so the streams of the keys used last are kept.
 * @throws RangeError for an empty key
 */
export function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  const stream = requireStream(key).first(length)
  const output = new Uint8Array(length)
  for (let at = 0; at < length; at++) output[at] = (bytes[at] ?? 0) ^ (stream[at] ?? 0)
  return output
}

function requireStream(key: Uint8Array): Rc4Stream {
  const name = Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('latin1')
  const known = streams.get(name)
  if (known !== undefined) return known
  const stream = new Rc4Stream(key)
  streams.set(name, stream)
  return stream
}
