import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { layProgram } from '../support/lay-program.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers } from './support/look.ts'

let browser: Browser
let server: TestServer
let program: string

beforeAll(async () => {
  program = mkdtempSync(join(tmpdir(), 'pulsekey-program-'))
  layProgram(program)
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  server.bundle = { root: program, linuxParts: [] }
  await server.close()
  await server.open()
})
afterAll(async () => {
  await server.end()
  rmSync(program, { recursive: true })
})

it('the page leads through a move: key, bundle, commands, name, and back', async () => {
  await server.act('settings_set', { site: { public_address: 'https://ea.example.invalid/' } })
  await server.act('step_up', { password: OWNER_PASSWORD })
  const { recovery_key: key } = await server.act('recovery_key_show', {})
  const window = await ConsoleWindow.show(browser, server, '/backups', {
    as: await server.owner(),
    viewport: { width: 1280, height: 720 },
  })
  const { page } = window
  await page.getByRole('button', { name: 'Move to a VPS' }).click()
  await page.getByText('Moves this server').waitFor()
  expect(await findBarriers(page)).toEqual([])
  const field = page.getByLabel('Recovery key')
  const begin = page.getByRole('button', { name: 'Stop deciding here and begin' })
  await field.fill(`${key.slice(-5)}${key.slice(5)}`)
  await begin.click()
  await page.getByRole('alert').first().waitFor()
  await field.fill(key)
  await begin.click()

  // The bundle is made as soon as the server decides nothing any more.
  const copy = page.getByText(/^scp ".*pulsekey-move-.*\.tar\.gz" root@203\.0\.113\.7:/)
  await copy.waitFor()
  const { bundle } = await until(async () => {
    const found = await server.act('move_get', {})
    return found.bundle !== null && found
  }, 'the bundle')
  await page.getByLabel('Address of the new machine').fill('vps.example')
  await page.getByText(`scp "${bundle!.path}" root@vps.example:pulsekey-move.tar.gz`).waitFor()
  await page.getByText('change the A record of ea.example.invalid').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Look for the new server' }).click()
  await page.getByText('Nothing answers there.').waitFor()

  // Every page says it.
  await window.visit('/codes')
  await page.getByText('This server is moving. It answers no program and changes nothing.').waitFor()
  await page.getByText('Server not serving').waitFor()
  expect(await page.getByText('Connection lost').count()).toBe(0)
  await page.getByRole('link', { name: 'Move to a VPS' }).click()
  await page.getByRole('button', { name: 'Serve here again' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Serve here again' }).click()
  await begin.waitFor()
  await until(async () => (await fetch(`${server.running.publicUrl}/api.php`)).status === 200, 'the server')
})
