import { join } from 'node:path'
import process from 'node:process'
import type { Page } from 'playwright-core'

const FOLDER = join(import.meta.dirname, '../../../.cache/e2e')

/** Keeps a picture for people to look at, when `PULSEKEY_PICTURES=1` asks for them: no test does, and painting takes its time. */
export async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  if (process.env['PULSEKEY_PICTURES'] !== '1') return
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage })
}
