import { openHex, sealHex } from '../simulator/wire/rc4.ts'
import { signPairs, type Pair } from '../simulator/wire/signature.ts'
import { readReply, type ApiReply } from '../support/runtime-client.ts'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import type { TestServer } from '../support/test-server.ts'

export interface Keys {
  readonly app: number
  readonly appkey: string
  readonly rc4_key: string
}

/** A new application with its settings from the console, and a permanent code. */
export async function makeKeys(
  server: TestServer,
  change: Omit<ActionInput<'app_update'>, 'app'> = {},
): Promise<Keys & { kami: string }> {
  const { app, appkey, rc4_key } = await server.act('app_create', { name: 'Wire' })
  await server.act('app_update', { app, ...change })
  return { app, appkey, rc4_key, kami: await server.code({ app, type: 'permanent' }) }
}

export const form = (pairs: readonly Pair[]): string =>
  new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString()

/** The pairs, and after them the signature that a client of this application adds. */
export const signed = (keys: Keys, pairs: readonly Pair[]): Pair[] => [
  ...pairs,
  ['sign', signPairs(pairs, keys.appkey)],
]

/** `data` as an RC4-2 client makes it: nothing inside is URL-encoded. */
export function sealed(keys: Keys, pairs: readonly Pair[]): string {
  const text = pairs.map(([name, value]) => `${name}=${value}`).join('&')
  return sealHex(keys.rc4_key, text)
}

/** `data` that opens to bytes without a character set, whatever the key. */
export function noise(keys: Keys): string {
  const stream = Buffer.from(sealHex(keys.rc4_key, '\0'.repeat(64)), 'hex')
  return Buffer.from(stream.map((byte) => byte ^ 0xff)).toString('hex')
}

export interface WireReply extends ApiReply {
  readonly isSealed: boolean
}

/** Calls api.php and reads the answer, decrypted where it is hex. */
export async function call(
  server: TestServer,
  keys: Keys,
  query: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<WireReply> {
  const init =
    body === undefined
      ? { headers }
      : { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } }
  const response = await fetch(`${server.running.publicUrl}/api.php?${query}`, init)
  const text = await response.text()
  const isSealed = /^(?:[0-9a-f]{2})+$/.test(text)
  const opened = isSealed ? openHex(keys.rc4_key, text) : text
  return { ...(await readReply(new Response(opened, response))), isSealed }
}
