import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../e2e/support/browser.ts'
import { RSA_PRIVATE_KEY } from '../conformance/support/rsa-key.ts'
import { TestServer } from '../support/test-server.ts'
import { closeLoopback, openLoopback, urlOf } from '../support/loopback.ts'

/** A page of another origin, in a real browser. */

const script = readFileSync(join(import.meta.dirname, 'browser/licence.js'), 'utf8')

let server: TestServer
let site: Server
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await TestServer.start()
  site = createServer((request, response) => {
    const isScript = request.url === '/licence.js'
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
    response.end(isScript ? script : '<!doctype html><script src="/licence.js"></script>')
  })
  await openLoopback(site)
  browser = await launchBrowser()
  page = await browser.newPage()
  await page.goto(`${urlOf(site)}/`)
}, 120_000)
afterAll(async () => {
  await browser.close()
  await closeLoopback(site)
  await server.end()
}, 60_000)

describe('JavaScript across origins', () => {
  it.each([0, 2, 3] as const)('logs in with mi_type %d, and reports a refusal', async (mode) => {
    const { app, appkey, rc4_key: rc4key } = await server.act('app_create', { name: 'Page' })
    await server.act('app_update', { app, mi_type: mode, encrypt: mode !== 0 })
    await server.act('code_import', { app, rows: [{ kami: 'CARD-46', type: 'permanent' }] })
    const settings = {
      base: server.running.publicUrl,
      app,
      appkey,
      rc4key,
      mode,
      machine: 'DEV-01',
      t: server.clock.now(),
    }
    const logOn = (kami: string) => page.evaluate(`logOn(${JSON.stringify({ ...settings, kami })})`)
    expect(await logOn('CARD-46')).toBe('200 200 4102243200 ok')
    expect(await logOn('NONE')).toBe('200 149 - ok')
  })

  it("opens the replies of mi_type 4 with the browser's own AES", async () => {
    const { app, appkey, rc4_key: rc4key } = await server.act('app_create', { name: 'Page' })
    await server.act('app_update', {
      app,
      mi_type: 4,
      encrypt: true,
      rsa_private_key: RSA_PRIVATE_KEY,
    })
    const settings = {
      base: server.running.publicUrl,
      app,
      appkey,
      rc4key,
      mode: 4,
      machine: 'M',
      kami: 'K',
      t: 1,
    }
    expect(await page.evaluate(`logOn(${JSON.stringify(settings)})`)).toBe('200 401 - ok')
  })
})
