import { createServer } from 'node:https'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CertificateFolder } from '../support/certificate-files.ts'
import { MailStub } from '../support/mail-stub.ts'
import { TestServer } from '../support/test-server.ts'
import { closeLoopback, openLoopback, portOf } from '../support/loopback.ts'

let server: TestServer
let folder: CertificateFolder
let mail: MailStub

beforeAll(async () => {
  folder = new CertificateFolder()
  folder.authority('antivirus')
  folder.issue('mail', 'antivirus')
  const certificate = { key: folder.read('mail.key').toString(), cert: folder.read('mail.pem').toString() }
  mail = await MailStub.start({ security: 'tls', certificate })
  server = await TestServer.start()
  await server.act('settings_set', { mail: mail.settings })
})
afterAll(async () => {
  await server.end()
  await mail.stop()
  folder.remove()
})

const testMail = () => server.act('mail_test', { to: 'ann@example.com' })

it('mail reaches a server of an own authority as soon as it is added, and no longer after it is removed', async () => {
  expect(await testMail()).toMatchObject({ failed: 'certificate' })
  const data = folder.read('antivirus.pem').toString('base64')
  const { authorities } = await server.act('authority_add', { data })
  expect(authorities).toMatchObject([{ name: 'Test antivirus' }])
  expect(await testMail()).toMatchObject({ failed: null })
  await server.act('authority_remove', { sha256: authorities[0]!.sha256 })
  expect(await testMail()).toMatchObject({ failed: 'certificate' })
})

it('the same authority counts for every other call, also from a file in DER, and after a restart', async () => {
  const certificate = { key: folder.read('mail.key'), cert: folder.read('mail.pem') }
  const service = createServer(certificate, (_, response) => response.end('{}'))
  await openLoopback(service)
  const url = `https://localhost:${portOf(service)}/`
  await expect(fetch(url)).rejects.toThrow('fetch failed')
  folder.openssl('x509', '-in', 'antivirus.pem', '-outform', 'DER', '-out', 'antivirus.cer')
  const data = folder.read('antivirus.cer').toString('base64')
  await server.act('authority_add', { data })
  expect((await fetch(url)).status).toBe(200)
  await server.close()
  await server.open()
  expect(await testMail()).toMatchObject({ failed: null })
  // Twice the same is one.
  expect((await server.act('authority_add', { data })).authorities).toHaveLength(1)
  await closeLoopback(service)
})

it('a file without a certificate, or with too many, is refused in words', async () => {
  const owner = await server.owner()
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) folder.authority(name)
  const eleven = ['antivirus', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
  const file = Buffer.concat(eleven.map((name) => folder.read(`${name}.pem`))).toString('base64')
  expect(await owner.try('authority_add', { data: file })).toMatchObject({ fields: { data: 'too_many' } })
  const key = folder.read('mail.key').toString('base64')
  expect(await owner.try('authority_add', { data: key })).toMatchObject({
    code: 422,
    fields: { data: 'no_certificate' },
  })
})
