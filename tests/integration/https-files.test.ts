import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:https'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CertificateFolder } from '../support/certificate-files.ts'
import { freePort } from '../support/free-port.ts'
import { runCli } from '../support/run-cli.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

let server: TestServer
let folder: CertificateFolder
let port: number

beforeAll(async () => {
  folder = new CertificateFolder()
  folder.authority('root')
  folder.issue('one', 'root')
  folder.issue('two', 'root')
  server = await TestServer.start(Math.floor(Date.now() / 1000))
  port = await freePort()
})
afterAll(async () => {
  await server.end()
  folder.remove()
})

const printOf = (name: string) => new X509Certificate(folder.read(name)).fingerprint256
const put = (from: string) => {
  folder.write('served.pem', folder.read(`${from}.pem`))
  folder.write('served.key', folder.read(`${from}.key`))
}
async function shown(at = port): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: at, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { fingerprint256 } = socket.getPeerCertificate()
  socket.destroy()
  return fingerprint256
}
interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}
function ask(path: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path,
        ca: folder.read('root.pem'),
        servername: 'ea.example.com',
        agent: false,
      },
      (response) => {
        let body = ''
        response.on('data', (piece: Buffer) => (body += piece.toString()))
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
        })
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}
const files = () => ({ cert: folder.at('served.pem'), key: folder.at('served.key') })

describe('HTTPS with files', () => {
  it('serves calls beside the plain port, by a certificate that a client accepts', async () => {
    put('one')
    const app = await server.application()
    await server.act('settings_set', { https: { mode: 'files', port, ...files() } })
    const secure = await ask(`/api.php?api=ini&app=${app}`)
    const plain = await (await fetch(`${server.running.publicUrl}/api.php?api=ini&app=${app}`)).text()
    expect(secure.status).toBe(200)
    expect((JSON.parse(secure.body) as { code: number }).code).toBe(
      (JSON.parse(plain) as { code: number }).code,
    )
    const state = await server.act('https_get', {})
    expect(state).toMatchObject({ mode: 'files', url: `https://127.0.0.1:${port}`, problem: null })
    expect(state.served[0]).toMatchObject({ door: 'https', source: 'files', sha256: printOf('one.pem') })
  })

  it('uses a replaced file without a restart', async () => {
    put('two')
    await until(async () => (await shown()) === printOf('two.pem'), 'the new certificate')
  })

  it('keeps the old certificate where the new file is bad, and says so', async () => {
    folder.write('served.key', folder.read('one.key'))
    await until(async () => (await server.act('https_get', {})).problem?.kind === 'other_key', 'the problem')
    expect(await shown()).toBe(printOf('two.pem'))
    server.log.errors.splice(0)
    const troubles = async () =>
      ((await (await fetch(`${server.running.consoleUrl}/healthz`)).json()) as { troubles: string[] })
        .troubles
    expect(await troubles()).not.toContain('certificate_failing')
    server.clock.pass(700)
    await until(async () => (await troubles()).includes('certificate_failing'), 'the trouble')
    put('two')
    await until(async () => (await troubles()).length === 0, 'the end of the trouble')
  })

  it('refuses settings whose files or port can not be used, and changes nothing', async () => {
    const refused = async (https: object) => {
      const owner = await server.owner()
      await owner.call('step_up', { password: OWNER_PASSWORD })
      return owner.try('settings_set', { https })
    }
    expect(await refused({ key: folder.at('one.key') })).toMatchObject({
      fields: { 'https.key': 'other_key' },
    })
    expect(await refused({ cert: folder.at('absent.pem') })).toMatchObject({
      fields: { 'https.cert': 'missing' },
    })
    const other = Number(new URL(server.running.consoleUrl).port)
    expect(await refused({ port: other })).toMatchObject({
      fields: { 'https.port': 'taken by another program' },
    })
    expect(await shown()).toBe(printOf('two.pem'))
  })

  it('serves after a restart', async () => {
    await server.close()
    await server.open()
    expect(await shown()).toBe(printOf('two.pem'))
  })

  it('shows the fingerprints in the doctor of the command line', async () => {
    const { facts } = await runCli('doctor', server.folder, ['--json'])
    const checks = facts['checks'] as { check: string; state: string; text: string }[]
    const found = checks.find(({ check }) => check === 'https')
    expect(found?.state).toBe('ok')
    expect(found?.text).toContain(printOf('two.pem'))
  })

  it('starts without HTTPS where the files are gone, and serves when they are back', async () => {
    await server.close()
    folder.write('served.pem', '')
    await server.open()
    expect((await server.act('https_get', {})).problem).toMatchObject({ kind: 'empty' })
    put('one')
    await until(async () => (await shown().catch(() => '')) === printOf('one.pem'), 'the certificate')
    server.log.errors.splice(0)
  })

  it('says HSTS and redirects pages only when the owner wants it, and never calls of programs', async () => {
    const plain = (path: string) => fetch(`${server.running.publicUrl}${path}`, { redirect: 'manual' })
    expect((await ask('/')).headers['strict-transport-security']).toBeUndefined()
    expect((await plain('/')).status).toBe(200)
    await server.act('settings_set', { https: { redirect: true, hsts: 300 } })
    expect((await ask('/')).headers['strict-transport-security']).toBe('max-age=300')
    const page = await plain('/query?x=1')
    expect([page.status, page.headers.get('location')]).toEqual([307, `https://127.0.0.1:${port}/query?x=1`])
    expect(page.headers.get('strict-transport-security')).toBeNull()
    expect((await plain('/api.php?api=ini&app=1')).status).toBe(200)
  })

  it('serves an uploaded PFX whose pass phrase only the server has', async () => {
    folder.openssl(
      'pkcs12',
      '-export',
      '-in',
      'two.pem',
      '-inkey',
      'two.key',
      '-passout',
      'pass:p w',
      '-out',
      'two.pfx',
    )
    const cert = folder.read('two.pfx').toString('base64')
    const owner = await server.owner()
    const wrong = await owner.try('https_upload', { cert, pass_phrase: 'no' })
    expect(wrong).toMatchObject({ fields: { pass_phrase: 'wrong_pass_phrase' } })
    await server.act('https_upload', { cert, cert_name: 'two.pfx', pass_phrase: 'p w' })
    await server.act('settings_set', { https: { cert: '', key: '' } })
    expect(await shown()).toBe(printOf('two.pem'))
    await server.close()
    await server.open()
    expect(await shown()).toBe(printOf('two.pem'))
  })

  it('moves to another port without losing the old one before', async () => {
    const moved = await freePort()
    await server.act('settings_set', { https: { port: moved } })
    expect(await shown(moved)).toBe(printOf('two.pem'))
    port = moved
  })

  it('closes when it is switched off', async () => {
    await server.act('settings_set', { https: { mode: 'off' } })
    expect((await server.act('https_get', {})).url).toBe('')
    await expect(shown()).rejects.toThrow('ECONNREFUSED')
  })
})
