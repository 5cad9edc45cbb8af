import { createHash } from 'node:crypto'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GUARDS } from '../../src-server/contract/records/inspected-call.ts'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers, findOverflow } from './support/look.ts'
import { word, type Locale } from './support/words.ts'
import { soon } from './support/soon.ts'

const APPKEY = 'AppKeyTest000001'
let browser: Browser
let server: TestServer

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
})
afterAll(async () => {
  await server.end()
})

const signedApplication = () =>
  server.application({ appkey: APPKEY, sign: true, window: 10, sign_order: 'received' })

async function openTraffic(
  app: number,
  more: { locale?: Locale; query?: string } = {},
): Promise<ConsoleWindow> {
  return ConsoleWindow.show(browser, server, `/applications/${app}/traffic${more.query ?? ''}`, {
    as: await server.owner(),
    locale: more.locale ?? 'en',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
}

/** A call as a client makes it: the pairs in this order, signed in that one. */
function signed(pairs: readonly string[], order = pairs): string {
  const text = `${order.map((pair) => `${pair}&`).join('')}${APPKEY}`
  return [...pairs, `sign=${createHash('md5').update(text).digest('hex')}`].join('&')
}
const call = (app: number, query: string, body?: string) =>
  fetch(`${server.running.publicUrl}/api.php?app=${app}&${query}`, {
    ...(body === undefined ? {} : { method: 'POST', body }),
  })
const t = () => `t=${server.clock.now()}`
const rows = (page: Page) => page.getByRole('table', { name: 'Latest calls' }).locator('tbody tr')
const detailOf = (page: Page) => page.getByRole('region', { name: 'How the server handled it' })
const guardOf = (detail: Locator, name: string) =>
  detail
    .getByRole('list', { name: 'Checks' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${name}`) })

it('the inspector explains how to make a call, and shows the call when it comes', async () => {
  const app = await signedApplication()
  const window = await openTraffic(app)
  const { page } = window
  await page.getByRole('heading', { name: 'No calls yet' }).waitFor()
  await page.getByRole('button', { name: 'Copy Example call' }).click()
  const example = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(example).origin).toBe(server.running.publicUrl)
  expect((await fetch(example)).status).toBe(200)
  await rows(page).getByText('notice').waitFor()
  await detailOf(page).getByRole('heading', { name: 'GET notice' }).waitFor()
  await guardOf(detailOf(page), 'Signature').getByText('This API needs no signature').waitFor()
})

it('the inspector explains why a signature is refused, and links to the setting', async () => {
  const app = await signedApplication()
  const pairs = ['kami=A', 'markcode=B', t()]
  await call(app, `api=kmlogon&${signed([pairs[2]!, pairs[0]!, pairs[1]!], pairs)}`)
  const { page } = await openTraffic(app)
  const detail = detailOf(page)
  await rows(page).getByText('Signature 106').waitFor()
  await guardOf(detail, 'Signature').getByText('Refused 106').waitFor()
  await guardOf(detail, 'Time').getByText('Not reached').waitFor()
  await soon(() => detail.getByRole('list', { name: 'Checks' }).getByRole('listitem').count()).toBe(
    GUARDS.length,
  )
  await detail.getByText('Signed in sorted order; this application expects arrival order.').waitFor()
  await detail.getByText('The bytes as received.').waitFor()
  await detail.getByText(`${pairs[2]!}&kami=A&markcode=B&••••••••`).waitFor()
  expect(await page.locator('body').innerText()).not.toContain(APPKEY)
  await detail.getByRole('link', { name: 'Keys and protocol' }).click()
  await page.getByRole('combobox', { name: 'Order of the signed parameters' }).waitFor()
  await page.getByRole('link', { name: 'Traffic' }).click()
  await rows(page).first().waitFor()
})

it.each<[Locale]>([['en'], ['zh-CN']])(
  'the inspector reports a signature over UTF-8 of a GBK call, in %s',
  async (locale) => {
    const app = await signedApplication()
    const sign = createHash('md5').update(`kami=A&markcode=张三&${t()}&${APPKEY}`).digest('hex')
    const reply = await call(app, `api=kmlogon&kami=A&markcode=%D5%C5%C8%FD&${t()}&sign=${sign}`)
    expect(await reply.json()).toMatchObject({ code: 149 })
    const window = await openTraffic(app, { locale })
    const { page } = window
    const reading = page.getByText(word(locale, 'inspector.reading.utf8'))
    await reading.waitFor()
    await page.getByRole('listitem').filter({ hasText: '张三' }).first().waitFor()
    expect(await findBarriers(page)).toEqual([])
  },
)

it("the inspector shows the difference of the client's clock", async () => {
  const app = await signedApplication()
  await call(app, `api=kmlogon&${signed(['kami=A', `t=${server.clock.now() + 3 * 3600}`])}`)
  await call(app, `api=kmlogon&${signed(['kami=A', `t=${server.clock.now() - 75}`])}`)
  const { page } = await openTraffic(app)
  const detail = detailOf(page)
  await guardOf(detail, 'Time').getByText('The call is too old').waitFor()
  await detail.getByText('The client’s clock is 1 min 15 s behind').waitFor()
  await rows(page).nth(1).click()
  await detail.getByText('The client’s clock is 3 h 0 min ahead.').waitFor()
})

it('the inspector marks parameters from inside data, and copies the request', async () => {
  const app = await server.application({ encrypt: true, mi_type: 2 })
  const data = Buffer.from('kami=INNER&markcode=B').toString('base64')
  await call(app, 'api=kmlogon', `data=${encodeURIComponent(data)}`)
  const { page } = await openTraffic(app)
  const detail = detailOf(page)
  await detail.getByRole('listitem').filter({ hasText: 'INNER' }).getByText('from data').waitFor()
  await detail.getByRole('button', { name: 'Copy Body as received' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`data=${encodeURIComponent(data)}`)
})

it('the inspector is filtered in the address, paused by Space and navigated by keys', async () => {
  const app = await signedApplication()
  await call(app, 'api=notice')
  await call(app, 'api=kmlogon&kami=A')
  await call(app, 'api=nosuch')
  const { page } = await openTraffic(app, { query: '?refused=1' })
  await rows(page).nth(1).waitFor()
  await soon(() => rows(page).count()).toBe(2)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect.poll(() => rows(page).count()).toBe(3)

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await guardOf(detailOf(page), 'Signature').getByText('sign is missing or empty').waitFor()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await guardOf(detailOf(page), 'API').getByText('There is no API nosuch').waitFor()

  await page.keyboard.press('Space')
  await page.getByRole('status').getByText('Paused').waitFor()
  await call(app, 'api=ini')
  await page.getByRole('combobox', { name: 'API' }).click()
  await page.getByRole('option', { name: 'kmlogon' }).click()
  await expect.poll(() => rows(page).count()).toBe(1)
  await soon(() => new URL(page.url()).hash).toContain('api=kmlogon')
  await page.getByRole('combobox', { name: 'API' }).click()
  await page.getByRole('option', { name: 'All APIs' }).click()
  await expect.poll(() => rows(page).count()).toBe(3)
  await page.getByRole('button', { name: 'Resume' }).click()
  await rows(page).getByText('ini').waitFor()
})

describe('a pasted request', () => {
  it('is explained without being carried out', async () => {
    const app = await server.application()
    const kami = await server.code({ app, type: 'count', amount: 1 })
    const { page } = await openTraffic(app)
    const field = page.getByLabel('Explain a request')
    await field.fill(`https://licence.example/api.php?api=kmlogon&app=${app}&kami=${kami}&markcode=PC`)
    await field.press('Control+Enter')
    const detail = detailOf(page)
    await detail.getByText('Would be answered with 200').waitFor()
    await field.fill(`api=kmlogon&app=${app}&kami=NONE&markcode=PC`)
    await page.getByRole('button', { name: 'Explain' }).click()
    await detail.getByText('This application has no such code.').waitFor()
    const { rows: codes } = await server.act('code_list', { filter: { app, kami } })
    expect(codes[0]).toMatchObject({ left: 1, markcode: '' })
    expect((await server.act('inspector_list', { app })).rows).toEqual([])
  })

  it('is refused beside its field when it is invalid', async () => {
    const window = await openTraffic(await server.application())
    window.expectProblem(/422/)
    const field = window.page.getByLabel('Explain a request')
    await field.fill('hello there')
    await window.page.getByRole('button', { name: 'Explain' }).click()
    await window.page.getByRole('alert').getByText('This is not a URL, query or HTTP request').waitFor()
    await soon(() => field.getAttribute('aria-invalid')).toBe('true')
  })
})

describe.each(['en', 'zh-CN'] as const)('the inspector in %s', (locale) => {
  it('fits large and small windows, and has no accessibility barriers', async () => {
    const app = await signedApplication()
    const pairs = ['kami=A', 'markcode=B', t()]
    await call(app, `api=kmlogon&${signed(pairs)}`)
    await call(app, `api=kmlogon&${signed(pairs.toReversed(), pairs)}`)
    const { page } = await openTraffic(app, { locale })
    await page.getByText(word(locale, 'inspector.why.signature_106')).waitFor()
    for (const size of [
      { width: 1440, height: 900 },
      { width: 640, height: 360 },
    ]) {
      await page.setViewportSize(size)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(colorScheme)
        expect(await findOverflow(page)).toEqual([])
        expect(await findBarriers(page)).toEqual([])
      }
    }
    expect(await page.locator('body').innerText()).not.toMatch(/\binspector\.\w/)
  })

  it('opens its menus inside a landmark', async () => {
    const { page } = await openTraffic(await signedApplication(), { locale })
    await page.getByRole('button', { name: word(locale, 'common.appearance') }).click()
    await page.getByRole('main').getByRole('menu').waitFor()
    expect(await findBarriers(page)).toEqual([])
  })
})
