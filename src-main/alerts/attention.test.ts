import { EventEmitter } from 'node:events'

import { beforeEach, expect, it, vi } from 'vitest'

import { Attention } from './attention.ts'

const setBadgeCount = vi.fn()
const window = Object.assign(new EventEmitter(), {
  focused: false,
  isFocused: () => window.focused,
  setOverlayIcon: vi.fn(),
  flashFrame: vi.fn(),
})
const on = (platform: NodeJS.Platform): Attention =>
  new Attention(
    { setBadgeCount },
    () => [window as never],
    platform,
    () => 'dot' as never,
  )

beforeEach(() => {
  setBadgeCount.mockReset()
  window.setOverlayIcon.mockReset()
  window.flashFrame.mockReset()
  window.focused = false
})

it.each(['darwin', 'linux'] as const)('is a number on %s, set when it changes', (platform) => {
  const attention = on(platform)
  attention.show(0, '')
  attention.show(2, '2 high risks')
  attention.show(2, '2 high risks')
  attention.show(0, '')
  expect(setBadgeCount.mock.calls).toEqual([[2], [0]])
  expect(window.setOverlayIcon).not.toHaveBeenCalled()
})

it('is a dot on Windows', () => {
  const attention = on('win32')
  attention.show(2, '2 high risks')
  attention.show(0, '')
  expect(window.setOverlayIcon.mock.calls).toEqual([
    ['dot', '2 high risks'],
    [null, ''],
  ])
})

it('is a dot on Windows for windows that open later, too', () => {
  const opened: object[] = [window]
  const attention = new Attention(
    { setBadgeCount },
    () => opened as never,
    'win32',
    () => 'dot' as never,
  )
  attention.show(2, '2 high risks')
  const later = { setOverlayIcon: vi.fn() }
  opened.push(later)
  attention.show(2, '2 high risks')
  attention.show(2, '2 high risks')
  expect(later.setOverlayIcon.mock.calls).toEqual([['dot', '2 high risks']])
  expect(window.setOverlayIcon).toHaveBeenCalledOnce()
})

it('flashes until the user looks at the window, and never while they do', () => {
  const attention = on('linux')
  attention.flash()
  attention.flash()
  expect(window.listenerCount('focus')).toBe(1)
  expect(window.flashFrame.mock.calls).toEqual([[true]])
  window.emit('focus')
  expect(window.flashFrame.mock.calls).toEqual([[true], [false]])
  window.focused = true
  attention.flash()
  expect(window.flashFrame).toHaveBeenCalledTimes(2)
})
