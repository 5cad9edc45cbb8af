import { cpus, loadavg } from 'node:os'

import type { Page } from 'playwright-core'

/** The owner's password. */
export const PASSWORD = 'a password of the test'
export const IS_CONSOLE = /^http:\/\/127\.0\.0\.1:\d+\/console\//
export const IS_DOWN = /^pulsekey-shell:\/\/pages\/server-down\.html/
export const IS_SETUP = /\/console\/#\/setup\?token=/

/** Completes the wizard of the first start. */
export async function setUp(page: Page): Promise<void> {
  const fields = page.locator('input[type="password"]')
  await fields.first().waitFor()
  for (const field of await fields.all()) await field.fill(PASSWORD)
  await page.locator('button[type="submit"]').click()
  // The recovery key of a new server.
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.waitForURL(/\/console\/#\/start/)
  await page.getByRole('button', { name: 'Finish later' }).click()
  await page.waitForURL(/\/console\/#\/live/)
}

/** How many times slower than an idle machine this one is. */
export const slowness = (): number => Math.max(1, (loadavg()[0] ?? 0) / cpus().length)

/** @returns the status of an answer, 0 for none */
export function ask(port: number): Promise<number> {
  return fetch(`http://127.0.0.1:${port}/api.php`).then(
    ({ status }) => status,
    () => 0,
  )
}

/** Through the console's own form. */
export async function signIn(page: Page): Promise<void> {
  await page.locator('[autocomplete~="username"]').fill('owner')
  await page.locator('[autocomplete="current-password"]').fill(PASSWORD)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL(/#\/(start|live)/)
}

/** Adds a server by the desktop's settings, after a yes to its certificate. */
export async function confirmServer(preferences: Page, origin: string): Promise<void> {
  await preferences.locator('#name').fill('Office')
  await preferences.locator('#address').fill(origin)
  await preferences.locator('#look').click()
  await preferences.locator('#certificate-confirm').click()
}
