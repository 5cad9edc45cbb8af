import { cpus, loadavg } from 'node:os'

import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { SOON } from '../launch.ts'

/** The owner's. */
export const PASSWORD = 'a password of the test'
export const IS_CONSOLE = /^http:\/\/127\.0\.0\.1:\d+\/console\//

/** Through the first run's wizard. */
export async function setUp(page: Page): Promise<void> {
  await page.waitForURL(/\/console\/#\/setup\?token=/)
  const fields = page.locator('input[type="password"]')
  await fields.first().waitFor()
  for (const field of await fields.all()) await field.fill(PASSWORD)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL(/\/console\/#\/live/)
}

/** How many times longer than on an idle machine things take. */
export const slowness = (): number => Math.max(1, (loadavg()[0] ?? 0) / cpus().length)

/** @returns the status of an answer, 0 for none */
export function ask(port: number): Promise<number> {
  return fetch(`http://127.0.0.1:${port}/api.php`).then(
    ({ status }) => status,
    () => 0,
  )
}

/**
 * Signs in by script: Playwright, connected in the middle of a navigation, waits with every locator for an end that it missed.
 */
export async function signIn(page: Page): Promise<void> {
  const hasForm = () =>
    page.evaluate(() => document.querySelector('[autocomplete="current-password"]') !== null)
  await expect.poll(hasForm, SOON).toBe(true)
  await page.evaluate((password) => {
    const fill = (name: string, value: string): void => {
      const input = document.querySelector<HTMLInputElement>(`[autocomplete~="${name}"]`)!
      input.value = value
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    fill('username', 'owner')
    fill('current-password', password)
    document.querySelector('form')!.requestSubmit()
  }, PASSWORD)
}
