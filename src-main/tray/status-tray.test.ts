import { EventEmitter } from 'node:events'

import type { MenuItemConstructorOptions } from 'electron'
import { expect, it, vi } from 'vitest'

import type { ServerStatus } from '../contract/shell.ts'
import { FakeTimers } from '../server-process/fake-timers.ts'
import { StatusTray } from './status-tray.ts'
import type { TrayView } from './tray-menu.ts'

class FakeTray extends EventEmitter {
  static made: FakeTray
  images: string[]
  menus = 0
  toolTip = ''
  menu: FakeMenu | undefined
  constructor(image: string) {
    super()
    this.images = [image]
    FakeTray.made = this
  }
  setImage(image: string): void {
    this.images.push(image)
  }
  setToolTip(text: string): void {
    this.toolTip = text
  }
  setContextMenu(menu: FakeMenu): void {
    this.menus += 1
    this.menu = menu
  }
}

class FakeMenu extends EventEmitter {
  readonly items: MenuItemConstructorOptions[]
  constructor(items: MenuItemConstructorOptions[]) {
    super()
    this.items = items
  }
  getMenuItemById(id: string): MenuItemConstructorOptions | null {
    return this.items.find((item) => item.id === id) ?? null
  }
}

const status = { state: 'running', remote: null, publicUrl: 'http://0.0.0.0:8787' } as ServerStatus
const view: TrayView = {
  language: 'en',
  status,
  shown: undefined,
  figures: { live: 1, risks: 0 },
  startsAtLogin: false,
  isDark: false,
}
const later = { ...view, figures: { live: 1, risks: 1 } }

function open(platform: NodeJS.Platform, actions = { open: vi.fn(), startsAtLogin: vi.fn() }) {
  const timers = new FakeTimers()
  const tray = new StatusTray(
    {
      Tray: FakeTray as never,
      Menu: { buildFromTemplate: (items) => new FakeMenu(items as never) as never },
      platform,
      timers,
      iconOf: ({ isAlert, isDark }) => `${isAlert ? 'alert' : 'calm'} ${isDark ? 'dark' : 'light'}`,
    },
    actions as never,
    view,
  )
  return { tray, made: FakeTray.made, actions, timers }
}

it('shows the number of accounts in its text, because a new menu would close an open one', () => {
  const { tray, made } = open('linux')
  expect(made.menus).toBe(1)
  tray.show({ ...view, figures: { live: 12, risks: 0 } })
  expect(made.menus).toBe(1)
  expect(made.toolTip).toBe('Pulsekey · The server is running · 12 trading accounts online')
})

it('changes its menu after it is closed, not while it is open', () => {
  const { tray, made, timers } = open('win32')
  made.menu!.emit('menu-will-show')
  tray.show(later)
  expect(made.menus).toBe(1)
  expect(made.images.at(-1)).toBe('alert light')
  made.menu!.emit('menu-will-close')
  // The event of a click follows.
  expect(made.menus).toBe(1)
  timers.pass(1_000)
  expect(made.menus).toBe(2)
})

it('changes its menu after a minute where the panel does not report that it was closed', () => {
  const { tray, made, timers } = open('linux')
  made.menu!.emit('menu-will-show')
  tray.show(later)
  timers.pass(60_000)
  expect(made.menus).toBe(2)
})

it('changes its menu with the language', () => {
  const { tray, made } = open('linux')
  tray.show({ ...view, language: 'zh' })
  expect(made.menu!.items.at(-1)!.label).toBe('退出')
})

it.each([
  ['serving', view, 'calm light'],
  ['with a high risk', { ...view, figures: { live: 1, risks: 1 } }, 'alert light'],
  ['on a dark panel', { ...view, isDark: true }, 'calm dark'],
  ['starting', { ...view, status: { ...status, state: 'starting' } }, 'calm light'],
  ['down', { ...view, status: { ...status, state: 'waiting' } }, 'alert light'],
  ['switched off', { ...view, status: { ...status, state: 'stopped' } }, 'calm light'],
  ['elsewhere that is gone', { ...view, shown: { ...status, state: 'waiting' } }, 'alert light'],
] as const)('shows a server %s', (_what, given, image) => {
  const { tray, made } = open('linux')
  tray.show(given)
  expect(made.images.at(-1)).toBe(image)
})

it("opens the window at a click, where a click doesn't open the menu", () => {
  for (const [platform, times] of [
    ['win32', 1],
    ['darwin', 0],
  ] as const) {
    const { made, actions } = open(platform)
    made.emit('click')
    expect(actions.open).toHaveBeenCalledTimes(times)
  }
})

it('checks whether it starts at login when its menu opens, not at each message of the server', () => {
  const { tray, made, actions } = open('linux')
  tray.show(later)
  expect(actions.startsAtLogin).not.toHaveBeenCalled()
  const checked = () => made.menu?.items.find(({ label }) => label === 'Start when I sign in')?.checked
  expect(checked()).toBe(false)
  actions.startsAtLogin.mockReturnValue(true)
  made.menu?.emit('menu-will-show')
  expect(checked()).toBe(true)
})
