import type { MenuItemConstructorOptions } from 'electron'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { menuTemplate } from './menu.ts'
import { MENU_TEXTS } from './menu.texts.ts'

const actions = {
  newWindow: vi.fn(),
  open: vi.fn(),
  attach: vi.fn(),
  preferences: vi.fn(),
  find: vi.fn(),
  manual: vi.fn(),
  update: vi.fn(),
  openLogs: vi.fn(),
  notices: vi.fn(),
  about: vi.fn(),
}
const office = { id: 'o', name: 'Office', origin: 'https://a.example', fingerprint: 'ab' }

beforeEach(() => {
  for (const act of Object.values(actions)) act.mockReset()
})

const update = { label: '检查更新…', isEnabled: true }

const template = (platform: NodeJS.Platform, language: 'en' | 'zh' = 'en'): MenuItemConstructorOptions[] =>
  menuTemplate(
    platform,
    { servers: { attached: 'o', servers: [office] }, update },
    MENU_TEXTS[language],
    actions,
  )
const itemsOf = ({ submenu }: MenuItemConstructorOptions): MenuItemConstructorOptions[] =>
  Array.isArray(submenu) ? submenu.flatMap((item) => [item, ...itemsOf(item)]) : []
const allItems = (platform: NodeJS.Platform, language?: 'en' | 'zh'): MenuItemConstructorOptions[] =>
  template(platform, language).flatMap(itemsOf)

function click(label: string): void {
  allItems('linux').find((item) => item.label === label)!.click!({} as never, undefined, {})
}

it.each(['linux', 'win32', 'darwin'] as const)('has each shortcut once on %s', (platform) => {
  const shortcuts = allItems(platform).flatMap(({ accelerator }) => accelerator ?? [])
  expect(shortcuts).toEqual([...new Set(shortcuts)])
  expect(shortcuts).toEqual(
    expect.arrayContaining(['CmdOrCtrl+N', 'CmdOrCtrl+1', 'CmdOrCtrl+4', 'CmdOrCtrl+Q']),
  )
})

it.each(['linux', 'darwin'] as const)('keeps the system’s copy and paste on %s', (platform) => {
  const roles = allItems(platform).flatMap(({ role }) => role ?? [])
  expect(roles).toEqual(
    expect.arrayContaining(['undo', 'cut', 'copy', 'paste', 'selectAll', 'close', 'quit']),
  )
})

it('has no English text in the Chinese menu', () => {
  for (const { label, type } of allItems('darwin', 'zh')) {
    if (type !== 'separator' && label !== 'Office') expect(label).toMatch(/\p{Script=Han}/u)
  }
  expect(Object.keys(MENU_TEXTS.zh)).toEqual(Object.keys(MENU_TEXTS.en))
})

describe('an item', () => {
  it.each([
    ['Live board', '#/live'],
    ['Codes', '#/codes'],
    ['Requests', '#/requests'],
    ['Risk review', '#/risk'],
    ['User accounts', '#/accounts'],
    ['Applications', '#/applications'],
    ['Pause all opening…', '#/pause-all'],
    ['Close all of a group…', '#/close-all'],
    ['Back up and export…', '#/backups'],
  ])('%s opens %s', (label, screen) => {
    click(label)
    expect(actions.open).toHaveBeenCalledExactlyOnceWith(screen)
  })

  it('switches servers, and marks the one that is shown', () => {
    const items = allItems('linux')
    expect(items.find(({ label }) => label === 'Office')?.checked).toBe(true)
    expect(items.find(({ label }) => label === 'This computer')?.checked).toBe(false)
    click('This computer')
    expect(actions.attach).toHaveBeenCalledExactlyOnceWith(null)
  })

  it('does what its label says', () => {
    for (const [label, act] of [
      ['New window', actions.newWindow],
      ['Desktop settings…', actions.preferences],
      ['Find in page…', actions.find],
      ['Manual', actions.manual],
      [update.label, actions.update],
      ['Open logs folder', actions.openLogs],
      ['Third-party licences', actions.notices],
      ['About Pulsekey', actions.about],
    ] as const) {
      click(label)
      expect(act).toHaveBeenCalledOnce()
    }
  })
})

it('has no update item in a program without updates', () => {
  const state = { servers: { attached: null, servers: [] }, update: undefined }
  const labels = menuTemplate('linux', state, MENU_TEXTS.en, actions)
    .flatMap(itemsOf)
    .map(({ label }) => label)
  expect(labels).toContain('Open logs folder')
  expect(labels).not.toContain(update.label)
})

it('marks an update that the user agreed to', () => {
  const agreed = { label: 'Install', isEnabled: true, isChecked: true }
  const state = { servers: { attached: null, servers: [] }, update: agreed }
  const items = menuTemplate('linux', state, MENU_TEXTS.en, actions).flatMap(itemsOf)
  expect(items).toContainEqual(expect.objectContaining({ label: 'Install', type: 'checkbox', checked: true }))
})

it('opens each menu by a letter, except on macOS', () => {
  const labels = (platform: NodeJS.Platform, language?: 'en' | 'zh') =>
    template(platform, language).map(({ label }) => label)
  expect(labels('win32')).toEqual(['&File', '&Edit', '&View', '&Window', '&Help'])
  expect(labels('linux', 'zh')).toEqual(['文件(&F)', '编辑(&E)', '查看(&V)', '窗口(&W)', '帮助(&H)'])
  expect(labels('darwin')).toEqual(['Pulsekey', 'File', 'Edit', 'View', 'Window', 'Help'])
})

it('shows a server whose name has the sign of a letter', () => {
  const state = { servers: { attached: null, servers: [{ ...office, name: 'R&D' }] }, update: undefined }
  const labels = menuTemplate('linux', state, MENU_TEXTS.en, actions)
    .flatMap(itemsOf)
    .map(({ label }) => label)
  expect(labels).toContain('R&&D')
})

it('has on macOS what every program has there, each once', () => {
  const [own, file] = template('darwin')
  expect(itemsOf(own!).flatMap(({ role }) => role ?? [])).toEqual([
    ...['services', 'hide', 'hideOthers', 'unhide', 'quit'],
  ])
  expect(itemsOf(own!).map(({ label }) => label)).toContain('Desktop settings…')
  expect(itemsOf(file!).map(({ label }) => label)).not.toContain('Desktop settings…')
  const all = allItems('darwin')
  expect(all.filter(({ role }) => role === 'quit')).toHaveLength(1)
  expect(all.filter(({ label }) => label === 'About Pulsekey')).toHaveLength(1)
  expect(template('darwin').flatMap(({ role }) => role ?? [])).toEqual(['window', 'help'])
})
