import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCertificate } from '../support/certificate.ts'
import { freePort } from '../support/free-port.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const FORTNIGHT = 14 * 86_400
let server: TestServer
let folder: string
const first = makeCertificate(30)
/** Unix seconds. */
const end = new X509Certificate(first.cert).validToDate.getTime() / 1000

beforeAll(async () => {
  server = await TestServer.start(end - FORTNIGHT - 60)
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-ending-'))
})
afterAll(async () => {
  await server.end()
  rmSync(folder, { recursive: true })
})

function write({ cert, key }: { readonly cert: string; readonly key: string }) {
  const paths = { tls_cert: join(folder, 'cert.pem'), tls_key: join(folder, 'key.pem') }
  writeFileSync(paths.tls_cert, cert)
  writeFileSync(paths.tls_key, key)
  return paths
}

async function risks(): Promise<unknown[]> {
  const { rows } = await server.act('risk_list', { kind: 'weak_setting' })
  return rows.filter(({ app }) => app === null).map(({ level, facts }) => [facts['setting'], level])
}
const troubles = async () =>
  ((await (await fetch(`${server.running.consoleUrl}/healthz`)).json()) as { troubles: string[] }).troubles

it('a certificate that ends within two weeks is a high risk until another one is in its files', async () => {
  const paths = write(first)
  await server.act('settings_set', { listeners: { public_port: await freePort(), ...paths } })
  expect(await risks()).toEqual([['owner_totp', 'medium']])
  server.clock.pass(120)
  expect(await risks()).toContainEqual(['certificate_ending', 'high'])
  expect(await troubles()).toEqual(['certificate_ending'])

  write(makeCertificate(60))
  await until(async () => {
    server.clock.pass(5)
    return (await risks()).length === 1
  }, 'the end of the risk')
  expect(await troubles()).toEqual([])
  // A renewal that fails for a moment, between the two files, is in the log.
  server.log.errors.splice(0)
})

it('a server without a certificate has no such risk', async () => {
  await server.act('settings_set', { listeners: { tls_cert: '', tls_key: '' } })
  expect(await risks()).toEqual([['owner_totp', 'medium']])
})
