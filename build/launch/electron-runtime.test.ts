import { expect, it } from 'vitest'

import { whyNoWindow } from './electron-runtime.ts'

it.each(['win32', 'darwin'] as const)('there is always a display on %s', (platform) => {
  expect(whyNoWindow(platform, {}, true)).toBeUndefined()
})

it('Linux needs a display', () => {
  expect(whyNoWindow('linux', {}, false)).toBe('there is no display')
  expect(whyNoWindow('linux', { DISPLAY: '' }, false)).toBe('there is no display')
  expect(whyNoWindow('linux', { DISPLAY: ':0' }, false)).toBeUndefined()
  expect(whyNoWindow('linux', { WAYLAND_DISPLAY: 'wayland-0' }, false)).toBeUndefined()
})

it("root can't run it on Linux", () => {
  expect(whyNoWindow('linux', { DISPLAY: ':0' }, true)).toBe('Electron does not run as root')
})
