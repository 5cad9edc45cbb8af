import { expect, it } from 'vitest'
import { browserCommand } from './open-in-browser.ts'

it("uses the system's own command, without a shell", () => {
  const url = 'http://127.0.0.1:1/console/'
  expect(browserCommand('linux', url)).toEqual(['xdg-open', url])
  expect(browserCommand('darwin', url)).toEqual(['open', url])
  expect(browserCommand('win32', url)).toEqual(['rundll32', 'url.dll,FileProtocolHandler', url])
})
