import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import type { Browser, Download } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers, findOverflow } from './support/look.ts'
import { soon } from './support/soon.ts'
import { word } from './support/words.ts'

let browser: Browser
let server: TestServer
let app: number

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  app = await server.application({ name: 'Gold Grid' })
})
afterAll(async () => {
  await server.end()
})

async function textOf(download: Download): Promise<string> {
  const files = unzipSync(readFileSync(await download.path()))
  return Object.values(files)
    .map((bytes) => Buffer.from(bytes).toString())
    .join('\n')
}

describe.each(['en', 'zh-CN'] as const)('kits in %s', (language) => {
  const text = (key: string, named: Record<string, string> = {}) =>
    word(language, key).replaceAll(/\{(\w+)\}/g, (whole, name: string) => named[name] ?? whole)

  it('are downloaded, filled in, and handed on by a link that is used up', async () => {
    await server.act('preferences_set', { language })
    const as = await server.owner()
    const window = await ConsoleWindow.open(browser, server.running.consoleUrl, {
      as,
      at: server.clock.now(),
      acceptDownloads: true,
    })
    const { page } = window
    await window.visit(`/applications/${app}?tab=kits`)
    const python = text('start.kit.type.python')
    const button = page.getByRole('button', {
      name: `${text('applications.kits.download')}: ${python}`,
    })
    const [saved] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(saved.suggestedFilename()).toBe(`pulsekey-${app}-python.zip`)
    expect(await textOf(saved)).toContain(String(app))
    await page.getByText(server.running.publicUrl).first().waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(await findOverflow(page)).toEqual([])

    await page.getByRole('combobox', { name: text('applications.kits.link.kit') }).click()
    await page.getByRole('option', { name: python }).click()
    await page.getByRole('button', { name: text('applications.kits.link.make') }).click()
    const shown = page.locator('code').filter({ hasText: '#/kit/' })
    const url = await shown.innerText()
    const panel = page.getByRole('tabpanel')
    await panel.getByText(text('applications.kits.link.state.open')).waitFor()
    expect(await findBarriers(page)).toEqual([])

    const visitor = await ConsoleWindow.open(browser, server.running.publicUrl, {
      viewport: { width: 390, height: 844 },
      locale: language,
      at: server.clock.now(),
      acceptDownloads: true,
    })
    await visitor.page.goto(url)
    await visitor.page.getByText('Gold Grid').waitFor()
    expect(await findBarriers(visitor.page)).toEqual([])
    const [got] = await Promise.all([
      visitor.page.waitForEvent('download'),
      visitor.page.getByRole('button', { name: text('public.kit.download'), exact: true }).click(),
    ])
    expect(await textOf(got)).toBe(await textOf(saved))
    await visitor.page.getByText(text('public.kit.saved', { name: got.suggestedFilename() })).waitFor()
    await visitor.page.reload()
    await visitor.page.getByText(text('public.kit.closed')).waitFor()
    expect(await findBarriers(visitor.page)).toEqual([])

    await window.visit(`/applications/${app}?tab=kits`)
    await page.getByText(text('applications.kits.link.state.used_up')).first().waitFor()
    expect(await page.locator('code').filter({ hasText: '#/kit/' }).count()).toBe(0)
  })
})

it('a link is revoked, and the grace period is saved', async () => {
  await server.act('preferences_set', { language: 'en' })
  const order = { app, type: 'c', seconds: 604_800, uses: 5 } as const
  const { link } = await server.act('kit_link_create', order)
  const window = await ConsoleWindow.open(browser, server.running.consoleUrl, {
    as: await server.owner(),
    at: server.clock.now(),
  })
  const { page } = window
  await window.visit(`/applications/${app}?tab=kits`)
  await page.getByRole('button', { name: `Revoke C #${link.id}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('tabpanel').getByText('Revoked').waitFor()
  await soon(async () => (await server.act('kit_link_list', { app })).rows[0]?.state).toBe('revoked')
  await page.getByLabel('Grace period, hours').fill('72')
  await page.getByLabel('Grace period, hours').blur()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await soon(async () => (await server.act('app_get', { app })).grace_hours).toBe(72)
})
