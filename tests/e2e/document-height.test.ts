import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { ALL_RIGHTS, PASSWORD, signIn } from '../integration/operators.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { newAgent } from './support/agent-office.ts'
import common from '../../src-renderer/i18n/en/common.json' with { type: 'json' }

const FORBIDDEN = common.failure['403']
/** More rows than fit into the window. */
const MANY = 40
const DAY = 86_400
let browser: Browser
let server: TestServer
let agent: ConsoleClient

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  const owner = await server.owner()
  const app = await server.application()
  await newAgent(owner, app, { name: 'seller', password: PASSWORD })
  const { rows } = await owner.call('agent_list', {})
  await owner.call('agent_rights_set', { agent: rows[0]!.id, app, ...ALL_RIGHTS })
  for (let index = 0; index < MANY; index++) {
    // Unsigned calls are a risk of each application.
    await server.application()
    const vip = server.clock.now() + DAY * (1 + (index % 5))
    const account_key = `${80_000 + index}@Broker-Live`
    await owner.call('device_create', { app, account_key, vip, agent: rows[0]!.id })
    await owner.call('account_create', {
      app,
      user: `customer${index}`,
      password: 'secret1',
      qq: String(10_000 + index),
    })
  }
  await owner.call('code_generate', { app, type: 'permanent', count: MANY })
  agent = await signIn(server, 'seller')
})
afterAll(async () => {
  await server.end()
})

/** Screens that need no number in their address, by the table of screens. */
const SCREENS = readFileSync(join(import.meta.dirname, '../../src-renderer/app/screens.ts'), 'utf8')
const PATHS = [...SCREENS.matchAll(/\bpath: ['`]([a-z/-]+?)(?:\/:[^'`]*\?)?['`]/g)].map(([, path]) => path!)

async function findTall(as: ConsoleClient, height: number): Promise<string[]> {
  const window = await ConsoleWindow.show(browser, server, `/${PATHS[0]!}`, {
    as,
    viewport: { width: 1280, height },
  })
  expect(PATHS.length).toBeGreaterThan(20)
  const tall: string[] = []
  for (const path of PATHS) {
    await window.go(`/${path}`)
    await window.page.locator('#page').waitFor()
    // The rows are there when nothing is busy any more.
    await window.page.waitForFunction(() => document.querySelector('[aria-busy="true"]:not(button)') === null)
    const [scrollHeight, clientHeight] = await window.page.evaluate((): [number, number] => {
      const { scrollHeight: all, clientHeight: shown } = document.documentElement
      return [all, shown]
    })
    // A screen that a role may not use is not found. None opens and is refused then.
    if (await window.page.getByText(FORBIDDEN).isVisible()) tall.push(`${path}: refused`)
    if (scrollHeight > clientHeight) tall.push(`${path}: ${scrollHeight} px in ${clientHeight}`)
  }
  return tall
}

describe('with more rows than fit, no screen is higher than its window', () => {
  it('for the owner', async () => {
    expect(await findTall(await server.owner(), 720)).toEqual([])
  })
  it('for an agent', async () => {
    expect(await findTall(agent, 720)).toEqual([])
  })
})
