import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CertificateFolder } from '../support/certificate-files.ts'
import { freePort } from '../support/free-port.ts'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers } from './support/look.ts'

let browser: Browser
let server: TestServer
let folder: CertificateFolder

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start(Math.floor(Date.now() / 1000))])
  folder = new CertificateFolder()
  folder.authority('root')
  folder.issue('one', 'root')
  folder.issue('two', 'root')
})
afterAll(async () => {
  await server.end()
  folder.remove()
})

it('a certificate is uploaded, a wrong key is refused in words, and the fingerprint is shown', async () => {
  const window = await ConsoleWindow.show(browser, server, '/settings/https', {
    as: await server.owner(),
    viewport: { width: 1280, height: 1000 },
  })
  const { page } = window
  await page.getByRole('heading', { name: 'HTTPS is off' }).waitFor()
  const settings = page.getByRole('form', { name: 'Settings', exact: true })
  await settings.getByLabel('Files', { exact: false }).check()
  await settings.getByLabel('HTTPS port', { exact: true }).fill(String(await freePort()))
  await settings.getByRole('button', { name: 'Save' }).click()

  const upload = page.getByRole('form', { name: 'Upload a certificate' })
  await upload.getByLabel('Certificate, or PFX').setInputFiles(folder.at('one.pem'))
  await upload.getByLabel('Key, if it is a file of its own').setInputFiles(folder.at('two.key'))
  await upload.getByRole('button', { name: 'Upload' }).click()
  await page.getByText('Key and certificate do not belong together').waitFor()
  await upload.getByLabel('Key, if it is a file of its own').setInputFiles(folder.at('one.key'))
  await upload.getByRole('button', { name: 'Upload' }).click()

  await page.getByRole('heading', { name: 'HTTPS is on' }).waitFor()
  const [served] = (await server.act('https_get', {})).served
  await page.getByText(served!.sha256).waitFor()
  await page.getByText(served!.key_sha256).waitFor()
  await page.getByText('ea.example.com').first().waitFor()
  expect(await findBarriers(page)).toEqual([])
})

it('an own authority is added and removed', async () => {
  const window = await ConsoleWindow.show(browser, server, '/settings/https', {
    as: await server.owner(),
    viewport: { width: 1280, height: 1000 },
  })
  const { page } = window
  await page.getByLabel('Add a certificate file').setInputFiles(folder.at('root.pem'))
  await page.getByRole('button', { name: 'Remove Test root' }).click()
  await page.getByRole('button', { name: 'Remove Test root' }).waitFor({ state: 'detached' })
  expect((await server.act('https_get', {})).authorities).toEqual([])
})

it('the rows of an automatic certificate follow what a person chooses, and keep the token', async () => {
  const window = await ConsoleWindow.show(browser, server, '/settings/https', {
    as: await server.owner(),
    viewport: { width: 1280, height: 1000 },
  })
  const { page } = window
  const settings = page.getByRole('form', { name: 'Settings', exact: true })
  const labelled = (label: string) => settings.getByLabel(label, { exact: true })
  async function choose(label: string, option: string): Promise<void> {
    await labelled(label).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await settings.getByLabel('Automatic', { exact: false }).check()
  await labelled('Certificate file').waitFor({ state: 'detached' })
  await choose('Certificate authority', 'Another one')
  await labelled('ACME directory').fill('https://127.0.0.1:1/directory')
  await settings.getByText('The authority can’t be reached.').waitFor()
  await labelled('Names').fill('a.example.com b.example.com')
  await settings.getByLabel('By a DNS record that the server sets').check()
  await labelled('API token').waitFor()
  await choose('DNS provider', 'DNSPod')
  await labelled('Token ID').fill('4711')
  await labelled('Token').fill('never shown again')
  await settings.getByRole('button', { name: 'Save' }).click()

  await settings.getByText('Set. Leave empty to keep it.').waitFor()
  expect(await labelled('Token').inputValue()).toBe('')
  const { https, https_set } = await server.act('settings_get', {})
  expect(https).toMatchObject({
    mode: 'automatic',
    directory: 'https://127.0.0.1:1/directory',
    names: ['a.example.com', 'b.example.com'],
    challenge: 'dns',
    dns_provider: 'dnspod',
    dns_id: '4711',
    dns_secret: '',
    terms: '',
  })
  expect(https_set).toEqual(['dns_secret'])
})
