import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressCaller } from '../../src-server/outbound/reach/address-caller.ts'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers, findOverflow } from './support/look.ts'
import { soon } from './support/soon.ts'
import { word, type Locale } from './support/words.ts'

let browser: Browser
let server: TestServer
const COMMAND = 'sudo ufw allow 8787/tcp'

beforeAll(async () => {
  ;[browser, server] = await Promise.all([
    shareBrowser(),
    TestServer.start(undefined, {
      reach: {
        caller: addressCaller,
        names: { lookUp: async () => ({ ipv4: ['51.15.77.99'], ipv6: [] }) },
        network: {
          addresses: () => [{ name: 'eth0', address: '192.168.1.5', family: 4 }],
          gateway: async () => '192.168.1.1',
        },
        router: {
          open: async () => ({ failed: 'conflict', detail: '192.168.1.77' }),
          look: async () => ({ protocol: 'upnp', externalAddress: '51.15.77.10' }),
        },
        firewall: { read: async () => ({ tool: 'ufw', state: 'closed', command: COMMAND }) },
      },
    }),
  ])
})
afterAll(async () => {
  await server.end()
})

async function open(locale: Locale, width = 1280): Promise<ConsoleWindow> {
  return ConsoleWindow.show(browser, server, '/reach', {
    as: await server.owner(),
    viewport: { width, height: 720 },
    locale,
  })
}

describe.each(['en', 'zh-CN'] as const)('the page in %s', (locale) => {
  const t = (key: string) => word(locale, `reach.${key}`)

  it('tests at the first visit, and says each step with what to do', async () => {
    await server.act('settings_set', { site: { public_address: '' }, router_mapping: { on: false } })
    const { page } = await open(locale)
    await page.getByText(t('summary.closed')).waitFor()
    await page.getByText(t('facts.address.unset')).first().waitFor()
    const steps = page.getByRole('listitem')
    await soon(() => steps.filter({ hasText: t('checks.outside_call') }).count()).toBe(1)
    const firewall = steps.filter({ hasText: t('checks.firewall') })
    await firewall.getByText(COMMAND).waitFor()
    await firewall.getByText(t('state.problem')).waitFor()
    await steps
      .filter({ hasText: t('checks.router') })
      .getByText(t('todo.router.able'))
      .waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(await findOverflow(page)).toEqual([])
  })

  it('turns the router mapping on, and names the device that has the port', async () => {
    const { page } = await open(locale)
    await page.getByRole('switch', { name: t('mapping.on') }).click()
    const form = page.getByRole('form', { name: t('mapping.title') })
    await form.getByRole('button', { name: word(locale, 'common.save') }).click()
    const router = page.getByRole('listitem').filter({ hasText: t('checks.router') })
    await router.getByText('192.168.1.77').waitFor()
    await router.getByText(t('state.problem')).waitFor()
    expect(await server.act('settings_get', {})).toMatchObject({ router_mapping: { on: true } })
    await page.getByRole('switch', { name: t('mapping.on') }).click()
    await form.getByRole('button', { name: word(locale, 'common.save') }).click()
    await router.getByText(t('state.not_used')).waitFor()
  })

  it('is readable at 200 %', async () => {
    const { page } = await open(locale, 640)
    await page.getByRole('listitem').first().waitFor()
    expect(await findOverflow(page)).toEqual([])
  })
})

describe('dynamic DNS', () => {
  it('asks for what the provider needs, and never shows the token again', async () => {
    const window = await open('en')
    const { page } = window
    const form = page.getByRole('form', { name: 'Dynamic DNS' })
    const provider = form.getByLabel('Provider')
    await provider.click()
    await page.getByRole('option', { name: 'DNSPod' }).click()
    await form.getByLabel('Name').fill('ea.example.com')
    window.expectProblem(/422/)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('The provider needs a token.').waitFor()
    await form.getByLabel('Token ID').fill('13490')
    await form.getByLabel('API token', { exact: true }).fill('6b5976c68aba5b14')
    await form.getByRole('button', { name: 'Save' }).click()
    await window.notice('Settings saved')
    await soon(() => form.getByLabel('API token', { exact: true }).inputValue()).toBe('')
    await form.getByText(/Leave empty to keep/).waitFor()
    const found = page.getByRole('listitem').filter({ hasText: 'Dynamic DNS' })
    await found.getByText('Your address outside isn’t known').waitFor()
    expect(await page.content()).not.toContain('6b5976c68aba5b14')
    expect(await findBarriers(page)).toEqual([])
  })

  it('has an entry on Health and in the navigation', async () => {
    const { page } = await open('en')
    await page.getByRole('link', { name: 'Health' }).click()
    await page.getByRole('link', { name: 'Test the way' }).click()
    await page.getByRole('heading', { name: 'Can you be reached?' }).waitFor()
  })
})

it.each(['en', 'zh-CN'] as const)('the forms have their hints in %s', async (locale) => {
  const { page } = await open(locale)
  await page.getByText(word(locale, 'reach.mapping.on_hint')).waitFor()
  await page.getByText(word(locale, 'reach.mapping.port_hint')).waitFor()
})
