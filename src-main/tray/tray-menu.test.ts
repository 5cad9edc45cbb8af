import type { MenuItemConstructorOptions } from 'electron'
import { beforeEach, expect, it, vi } from 'vitest'

import type { ServerStatus } from '../contract/shell.ts'
import { TRAY_TEXTS } from './tray.texts.ts'
import { toolTip, trayMenu, type TrayView } from './tray-menu.ts'

const running: ServerStatus = {
  state: 'running',
  remote: null,
  publicUrl: 'http://0.0.0.0:8787',
  retryInMs: null,
  failure: null,
  failureZh: null,
  problem: null,
  port: null,
  exitCode: null,
}
const down: ServerStatus = { ...running, state: 'waiting', publicUrl: null, retryInMs: 500 }
const view: TrayView = {
  language: 'en',
  status: running,
  shown: undefined,
  figures: { live: 3, risks: 0 },
  startsAtLogin: false,
  isDark: false,
}
const actions = {
  copy: vi.fn(),
  open: vi.fn(),
  board: vi.fn(),
  startAtLogin: vi.fn(),
  startsAtLogin: vi.fn(),
  quit: vi.fn(),
}

beforeEach(() => {
  for (const act of Object.values(actions)) act.mockReset()
})

const menuOf = (change: Partial<TrayView> = {}, language: 'en' | 'zh' = 'en'): MenuItemConstructorOptions[] =>
  trayMenu({ ...view, ...change }, TRAY_TEXTS[language], actions)
const labels = (menu: MenuItemConstructorOptions[]): unknown[] => menu.map(({ label, type }) => label ?? type)

function click(menu: MenuItemConstructorOptions[], label: string, item: object = {}): void {
  menu.find((found) => found.label === label)!.click!(item as never, undefined, {})
}

it('shows the state and the address', () => {
  expect(labels(menuOf())).toEqual([
    'The server is running',
    'Copy address: http://0.0.0.0:8787',
    'separator',
    'Open Pulsekey',
    'Small board on top',
    'Pause all opening…',
    'Close all of a group…',
    'separator',
    'Start when I sign in',
    'Quit',
  ])
  expect(toolTip(view, TRAY_TEXTS.zh)).toBe('Pulsekey · 服务器正在运行 · 3 个交易账户在线')
})

it('shows only what is known', () => {
  expect(labels(menuOf({ status: down, figures: undefined })).slice(0, 2)).toEqual([
    'The server is not running',
    'separator',
  ])
})

it('names the remote server that is shown, after the state of the own one', () => {
  const at = (status: ServerStatus) => labels(menuOf({ shown: { ...status, remote: 'Office' } })).slice(0, 2)
  expect(at({ ...running, publicUrl: null })).toEqual(['The server is running', 'Connected to Office'])
  expect(at(down)).toEqual(['The server is running', 'Office can’t be reached'])
})

it('copies the address', () => {
  click(menuOf(), 'Copy address: http://0.0.0.0:8787')
  expect(actions.copy).toHaveBeenCalledExactlyOnceWith('http://0.0.0.0:8787')
})

it('says who can reach an address that not everybody reaches', () => {
  const labelOf = (publicReach: 'private' | 'loopback') =>
    labels(menuOf({ status: { ...running, publicReach } }))[1]
  expect(labelOf('private')).toBe('Copy address: http://0.0.0.0:8787 (only in your network)')
  expect(labelOf('loopback')).toBe('Copy address: http://0.0.0.0:8787 (only on this computer)')
})

it.each([
  ['Pause all opening…', '#/pause-all'],
  ['Close all of a group…', '#/close-all'],
])('does nothing itself for “%s”, but opens the screen that asks', (label, screen) => {
  click(menuOf(), label)
  expect(actions.open).toHaveBeenCalledExactlyOnceWith(screen)
  const item = menuOf({ status: down }).find((one) => one.label === label)
  expect(item?.enabled).toBe(false)
})

it('leads to the risks while there are any', () => {
  click(menuOf({ figures: { live: 3, risks: 2 } }), '2 high risks')
  expect(actions.open).toHaveBeenCalledExactlyOnceWith('#/risk')
})

it('opens, starts at login, and quits', () => {
  const menu = menuOf({ startsAtLogin: true })
  click(menu, 'Open Pulsekey')
  expect(actions.open).toHaveBeenCalledExactlyOnceWith()
  expect(menu.find(({ label }) => label === 'Start when I sign in')?.checked).toBe(true)
  click(menu, 'Start when I sign in', { checked: false })
  expect(actions.startAtLogin).toHaveBeenCalledExactlyOnceWith(false)
  click(menu, 'Quit')
  expect(actions.quit).toHaveBeenCalledOnce()
})
