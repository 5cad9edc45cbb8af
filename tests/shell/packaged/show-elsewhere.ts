import { expect } from 'vitest'

import type { ShellBridge } from '../../../src-main/contract/shell.ts'
import { freePort } from '../../support/free-port.ts'
import { SOON } from '../launch.ts'
import { ServerElsewhere } from './elsewhere.ts'
import { ask, confirmServer, IS_CONSOLE, IS_DOWN, PASSWORD, signIn } from './journey.ts'
import type { RealDesktop } from './real-desktop.ts'

declare const window: { shell: ShellBridge }

/** A server elsewhere from its first look to its end: shown beside this machine's own, with a new key between. */
export async function showElsewhere(desktop: RealDesktop): Promise<void> {
  const elsewhere = await ServerElsewhere.start(PASSWORD)
  const port = await freePort()
  const app = desktop.start(`--port=${port}`)
  await app.page(IS_CONSOLE)
  const { display } = desktop
  await expect.poll(() => display.findWindows(app.pid), SOON).toMatch(/^\d+$/)
  display.hand(
    'windowactivate',
    '--sync',
    display.findWindows(app.pid),
    'key',
    '--clearmodifiers',
    'ctrl+comma',
  )
  const preferences = await app.page(/preferences\.html/)
  await confirmServer(preferences, elsewhere.origin)
  const servers = preferences.locator('#servers li')
  await servers.nth(1).getByRole('button', { name: 'Show' }).click()
  const away = await app.page(new RegExp(`^${elsewhere.origin}/console/`))
  await signIn(away)
  expect(await ask(port)).toBe(200)
  expect(await away.evaluate(() => window.shell.invoke('servers.list'))).toEqual({
    ok: false,
    error: 'foreign',
  })
  const band = await away.evaluate(() => {
    const { content, height } = getComputedStyle(document.documentElement, '::before')
    const below = document.querySelector('#app')!.getBoundingClientRect()
    return { content, height, top: below.top, isWhole: below.bottom <= innerHeight }
  })
  expect(band).toEqual({ content: '"Office"', height: '26px', top: 26, isWhole: true })
  expect(display.hand('getactivewindow', 'getwindowname')).toMatch(/^Office · .*Pulsekey$/)

  // Chromium itself remembers that it refused the certificate of the new key.
  await elsewhere.changeKey()
  await away.reload().catch(() => undefined)
  const down = await app.page(IS_DOWN)
  await expect.poll(() => down.locator('#failure').textContent(), SOON).toMatch(/not the one/)
  const again = await app.page(/preferences\.html/)
  await confirmServer(again, elsewhere.origin)
  const renewed = await app.page(new RegExp(`^${elsewhere.origin}/console/`))

  await elsewhere.stop()
  await renewed.reload().catch(() => undefined)
  const gone = await app.page(IS_DOWN)
  await gone.locator('#this-computer').click()
  await app.page(IS_CONSOLE)
}
