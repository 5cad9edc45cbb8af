import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCertificate } from '../support/certificate.ts'
import { freePort } from '../support/free-port.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

let server: TestServer
let folder: string

beforeAll(async () => {
  server = await TestServer.start()
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-renewed-'))
})
afterAll(async () => {
  await server.end()
  rmSync(folder, { recursive: true })
})

const cert = () => join(folder, 'cert.pem')
const key = () => join(folder, 'key.pem')
const printOf = (pem: string) => createHash('sha256').update(new X509Certificate(pem).raw).digest('hex')

/** The certificate that a new client gets. */
async function shown(url: URL): Promise<string> {
  const socket = connect({ host: url.hostname, port: Number(url.port), rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { raw } = socket.getPeerCertificate()
  socket.destroy()
  return createHash('sha256').update(raw).digest('hex')
}

it('a certificate that is renewed in its files is served without a restart, and half a renewal is not', async () => {
  const [first, second] = [makeCertificate(), makeCertificate()]
  writeFileSync(cert(), first.cert)
  writeFileSync(key(), first.key)
  const { public_url } = await server.act('settings_set', {
    listeners: { public_port: await freePort(), tls_cert: cert(), tls_key: key() },
  })
  const url = new URL(public_url)
  expect(url.protocol).toBe('https:')
  expect(await shown(url)).toBe(printOf(first.cert))

  // The key of the new certificate isn't there yet.
  writeFileSync(cert(), second.cert)
  server.clock.pass(5)
  await until(() => server.log.errors.length > 0, 'the refusal')
  expect(server.log.errors.splice(0).join()).toContain('is not the key of')
  expect(await shown(url)).toBe(printOf(first.cert))

  writeFileSync(key(), second.key)
  await until(async () => {
    server.clock.pass(5)
    return (await shown(url)) === printOf(second.cert)
  }, 'the renewed certificate')
  server.log.errors.splice(0)
})
