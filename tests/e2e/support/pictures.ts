import { join } from 'node:path'
import process from 'node:process'
import type { Page } from 'playwright-core'

const FOLDER = join(import.meta.dirname, '../../../.cache/e2e')

/**
 * Stores a picture for people, when `PULSEKEY_PICTURES=1` asks for it: no test does, because painting is
 * slow.
 */
export async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  if (process.env['PULSEKEY_PICTURES'] !== '1') return
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage })
}
