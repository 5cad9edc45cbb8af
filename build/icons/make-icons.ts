/**
 * `node build/icons/make-icons.ts`: makes all icons from the drawing, rasterised by Chromium. Run it when the
 * drawing changes.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { chromium, type Page } from 'playwright-core'

import { requireChromium } from '../launch/chromium.ts'
import { root } from '../launch/tool.ts'
import { LINUX_SIZES, MAC_SIZES, readDrawings, TRAY_SCALES, WINDOWS_SIZES } from './drawings.ts'
import { type Square, writeIcns, writeIco } from './formats.ts'

const resources = join(root, 'build/resources')

async function draw(page: Page, svg: string, size: number): Promise<Square> {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`)
  return { size, png: await page.screenshot({ omitBackground: true, type: 'png' }) }
}

async function drawAll(page: Page, svg: string, sizes: readonly number[]): Promise<Square[]> {
  const squares: Square[] = []
  for (const size of sizes) squares.push(await draw(page, svg, size))
  return squares
}

const { app, mac, tray, hash } = readDrawings()
for (const folder of ['icons', 'tray']) {
  rmSync(join(resources, folder), { recursive: true, force: true })
  mkdirSync(join(resources, folder), { recursive: true })
}
const browser = await chromium.launch({
  executablePath: requireChromium(),
  ...(process.getuid?.() === 0 && { args: ['--no-sandbox'] }),
})
const page = await browser.newPage()
for (const { size, png } of await drawAll(page, app, LINUX_SIZES)) {
  writeFileSync(join(resources, 'icons', `${size}x${size}.png`), png)
}
writeFileSync(join(resources, 'icon.ico'), writeIco(await drawAll(page, app, WINDOWS_SIZES)))
writeFileSync(join(resources, 'icon.icns'), writeIcns(await drawAll(page, mac, MAC_SIZES)))
for (const [name, svg] of Object.entries(tray)) {
  for (const [scale, size] of Object.entries(TRAY_SCALES)) {
    writeFileSync(join(resources, 'tray', `${name}${scale}.png`), (await draw(page, svg, size)).png)
  }
}
writeFileSync(join(resources, 'icons.sha256'), `${hash}\n`)
await browser.close()
