import type { X509Certificate } from 'node:crypto'
import { duplexPair } from 'node:stream'
import { connect, createSecureContext, TLSSocket } from 'node:tls'
import type { TlsMaterial } from './identity.ts'

/**
 * The certificates that a server with this material presents, its own first. A PFX file can only be read by serving it,
 * here over a pair of streams in memory.
 */
export async function presentedBy(material: TlsMaterial): Promise<X509Certificate[]> {
  const [near, far] = duplexPair()
  const server = new TLSSocket(far, { isServer: true, secureContext: createSecureContext(material) })
  // The comparison with authorities is no matter of reading.
  const client = connect({ socket: near, rejectUnauthorized: false })
  const { promise, resolve, reject } = Promise.withResolvers<X509Certificate[]>()
  for (const side of [server, client]) side.on('error', reject)
  // eslint-disable-next-line local/guarded-callbacks -- the callback only resolves
  client.once('secureConnect', () => {
    resolve(chainOf(client.getPeerX509Certificate()))
  })
  try {
    return await promise
  } finally {
    client.destroy()
    server.destroy()
  }
}

function chainOf(leaf: X509Certificate | undefined): X509Certificate[] {
  const chain: X509Certificate[] = []
  for (let next = leaf; next !== undefined && chain.length < 10; next = next.issuerCertificate) {
    if (next.fingerprint256 === chain.at(-1)?.fingerprint256) break
    chain.push(next)
  }
  return chain
}
