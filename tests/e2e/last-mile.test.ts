import type { ChildProcess } from 'node:child_process'
import { get } from 'node:https'
import { createInterface } from 'node:readline'
import { isDeepStrictEqual } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { writePebbleConfig } from '../support/acme/pebble.ts'
import { CertificateFolder } from '../support/certificate-files.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { HOME_PORT, HomeServer } from '../support/home-server.ts'
import { ADDRESSES, HomeNetwork, whyNoNamespaces } from '../support/namespaces.ts'
import type { TerminalLine, TerminalOptions } from '../support/terminal-program.ts'
import { until } from '../support/until.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { soon } from './support/soon.ts'

const NAME = 'ea.example.com'
const AUTHORITY = 'acme.example.com'
const AUTHORITY_PORT = 14_000
const MANAGEMENT_PORT = 15_000
const SECURE_PORT = 8443
const LOGIN = '7003412'
const ACCOUNT = `${LOGIN}@Broker-Live`
const TERMINAL = new URL('../support/terminal-program.ts', import.meta.url).pathname
/** From an empty folder to the closed account. A person has ten minutes. */
const MOST_MS = 240_000

/**
 * The last mile, whole: a server at home behind a router that maps its ports, a certificate of an authority outside, and a
 * customer's terminal outside that reaches the public name over HTTPS and is closed from the board.
 */
describe.skipIf(whyNoNamespaces() !== undefined)('from an empty folder to a terminal anywhere', () => {
  let network: HomeNetwork
  let browser: Browser
  let server: HomeServer
  let owner: ConsoleClient
  let consoleUrl: string
  const certificates = new CertificateFolder()

  beforeAll(async () => {
    network = HomeNetwork.make()
    for (const host of ['home', 'outside'] as const)
      network.nameHosts(host, { [NAME]: ADDRESSES.routerOutside, [AUTHORITY]: ADDRESSES.outside })
    browser = await shareBrowser()
    await network.startRouter()
    startAuthority()
    consoleUrl = await HomeServer.consoleOf(network)
    server = await HomeServer.start(network, consoleUrl)
    owner = await server.signIn()
  })
  afterAll(async () => {
    await network.end()
    certificates.remove()
  })

  /** Pebble outside, with a certificate of an authority of its own. */
  function startAuthority(): void {
    certificates.authority('own')
    certificates.issue('pebble', 'own', `subjectAltName=DNS:${AUTHORITY},IP:${ADDRESSES.outside}`)
    const listen = (port: number) => `${ADDRESSES.outside}:${port}`
    const config = writePebbleConfig(certificates, {
      listenAddress: listen(AUTHORITY_PORT),
      managementListenAddress: listen(MANAGEMENT_PORT),
      httpPort: 80,
      tlsPort: 443,
      externalAccountBindingRequired: false,
    })
    network.start('outside', 'pebble', ['-config', config], { PEBBLE_VA_NOSLEEP: '1' })
  }

  /** The root of the certificates that the authority issues, PEM. */
  async function readRoot(): Promise<string> {
    const forwarded = await network.forward('outside', { host: ADDRESSES.outside, port: MANAGEMENT_PORT })
    return new Promise((resolve, reject) => {
      const url = `${forwarded.replace('http:', 'https:')}/roots/0`
      get(url, { rejectUnauthorized: false }, (response) => {
        let text = ''
        response.on('data', (part: Buffer) => (text += part.toString()))
        response.on('end', () => {
          resolve(text)
        })
      }).on('error', reject)
    })
  }

  /** A customer's terminal outside. @returns the lines that it has written so far */
  function startTerminal(options: TerminalOptions, root: string): TerminalLine[] {
    const lines: TerminalLine[] = []
    const env = { NODE_EXTRA_CA_CERTS: certificates.write('root.pem', root) }
    const child: ChildProcess = network.start(
      'outside',
      process.execPath,
      [TERMINAL, JSON.stringify(options)],
      env,
    )
    createInterface({ input: child.stdout! }).on('line', (line) =>
      lines.push(JSON.parse(line) as TerminalLine),
    )
    return lines
  }

  it(
    'a terminal outside reaches the public name over HTTPS, and is closed from the board',
    { timeout: MOST_MS },
    async () => {
      const window = await ConsoleWindow.open(browser, consoleUrl, { as: owner })
      const { page } = window

      const { app, appkey } = await owner.call('app_create', { name: 'Gold grid', preset: 'ea' })
      await owner.call('settings_set', {
        site: { public_address: `https://${NAME}/` },
        router_mapping: { on: true },
        trust: { authorities: [certificates.read('own.pem').toString()] },
      })
      await until(
        async () => (await network.mappings()).some(({ external }) => external === HOME_PORT),
        'the mapping',
      )

      const directory = `https://${AUTHORITY}:${AUTHORITY_PORT}/dir`
      const { terms } = await owner.call('https_directory', { directory })
      await owner.call('settings_set', {
        https: { mode: 'automatic', port: SECURE_PORT, directory, terms, challenge: 'http' },
      })
      await until(async () => (await owner.call('https_get', {})).url !== '', 'the certificate')
      const mapped = [
        { external: 443, host: ADDRESSES.home, port: SECURE_PORT },
        { external: HOME_PORT, host: ADDRESSES.home, port: HOME_PORT },
      ]
      await until(async () => {
        const now = await network.mappings()
        return mapped.every((wanted) => now.some((one) => isDeepStrictEqual(one, wanted)))
      }, 'the mapping of HTTPS and of the plain port')

      const lines = startTerminal(
        { server: `https://${NAME}/`, app, appkey, account: ACCOUNT },
        await readRoot(),
      )
      await until(
        () => lines.some(({ api, code }) => api === 'mt5pulse' && code === 200),
        'a pulse over HTTPS',
      )

      await window.visit('/reach')
      await page.getByText(`Customers reach this server at https://${NAME}/.`).waitFor()
      await window.visit('/live')
      const row = page.getByRole('grid').getByRole('row').filter({ hasText: LOGIN })
      await row.waitFor()
      await page.getByRole('grid').focus()
      await page.keyboard.press('Home')
      await soon(() => page.getByRole('grid').getAttribute('aria-activedescendant')).toMatch(/^account-/)
      await page.keyboard.press('c')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Close 2 positions' }).click()
      await until(() => lines.at(-1)?.positions === 0, 'the closed positions')
      await row.getByText('Flat').waitFor()
    },
  )
})
