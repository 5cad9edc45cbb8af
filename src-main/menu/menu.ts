import type { MenuItemConstructorOptions } from 'electron'
import type { Servers } from '../contract/shell.ts'
import type { UpdateItem } from '../updates/update-dialogs.ts'
import { CLOSE_ALL, PAUSE_ALL, RISKS } from '../window/console-address.ts'
import type { MenuTexts } from './menu.texts.ts'

export interface MenuActions {
  readonly newWindow: () => void
  /** Brings the window to the front. @param screen of the console, such as `#/live` */
  readonly open: (screen: string) => void
  /** @param id of a saved server, or null for this machine's own */
  readonly attach: (id: string | null) => void
  readonly preferences: () => void
  /** Opens the bar that finds words in the page of the window in front. */
  readonly find: () => void
  readonly manual: () => void
  /** The next step of an update. */
  readonly update: () => void
  readonly openLogs: () => void
  /** Shows the third-party notices and licences. */
  readonly notices: () => void
  readonly about: () => void
}

/** The changing parts of menus. */
export interface MenuState {
  readonly servers: Servers
  /** Undefined for a program without updates. */
  readonly update: UpdateItem | undefined
}

const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' }

type Screen = readonly [
  text: 'live' | 'codes' | 'requests' | 'risk' | 'accounts' | 'applications',
  screen: string,
]
/** With the shortcuts 1 to 6. */
const SCREENS: readonly Screen[] = [
  ['live', '#/live'],
  ['codes', '#/codes'],
  ['requests', '#/requests'],
  ['risk', RISKS],
  ['accounts', '#/accounts'],
  ['applications', '#/applications'],
]

function serverMenu(
  { attached, servers }: Servers,
  texts: MenuTexts,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const item = (id: string | null, label: string): MenuItemConstructorOptions => ({
    label,
    type: 'radio',
    checked: attached === id,
    click: () => {
      actions.attach(id)
    },
  })
  // A single & would mark the next letter as a key.
  return [
    item(null, texts.thisMachine),
    ...servers.map(({ id, name }) => item(id, name.replaceAll('&', '&&'))),
  ]
}

/** A menu's name with the letter that opens it together with Alt. macOS has no such letters. */
function withKey(platform: NodeJS.Platform, label: string, letter: string): string {
  if (platform === 'darwin') return label
  return label.startsWith(letter) ? `&${label}` : `${label}(&${letter})`
}

function fileMenu(
  platform: NodeJS.Platform,
  servers: Servers,
  texts: MenuTexts,
  actions: MenuActions,
): MenuItemConstructorOptions {
  const isMac = platform === 'darwin'
  // macOS has them in the program's own menu.
  const preferences = isMac ? [] : [preferencesItem(texts, actions)]
  const quit = isMac ? [] : [quitItem(texts)]
  return {
    label: withKey(platform, texts.file, 'F'),
    submenu: [
      { label: texts.newWindow, accelerator: 'CmdOrCtrl+N', click: actions.newWindow },
      {
        label: texts.exportData,
        accelerator: 'CmdOrCtrl+Shift+E',
        click: () => {
          actions.open('#/backups')
        },
      },
      SEPARATOR,
      { label: texts.servers, submenu: serverMenu(servers, texts, actions) },
      ...preferences,
      SEPARATOR,
      { role: 'close', label: texts.close },
      ...quit,
    ],
  }
}

function preferencesItem(texts: MenuTexts, { preferences }: MenuActions): MenuItemConstructorOptions {
  return { label: texts.preferences, accelerator: 'CmdOrCtrl+,', click: preferences }
}

function quitItem(texts: MenuTexts): MenuItemConstructorOptions {
  return { role: 'quit', label: texts.quit, accelerator: 'CmdOrCtrl+Q' }
}

function editMenu(
  platform: NodeJS.Platform,
  texts: MenuTexts,
  { find }: MenuActions,
): MenuItemConstructorOptions {
  return {
    label: withKey(platform, texts.edit, 'E'),
    submenu: [
      { role: 'undo', label: texts.undo },
      { role: 'redo', label: texts.redo },
      SEPARATOR,
      { role: 'cut', label: texts.cut },
      { role: 'copy', label: texts.copy },
      { role: 'paste', label: texts.paste },
      { role: 'selectAll', label: texts.selectAll },
      SEPARATOR,
      { label: texts.find, accelerator: 'CmdOrCtrl+F', click: find },
    ],
  }
}

function viewMenu(
  platform: NodeJS.Platform,
  texts: MenuTexts,
  actions: MenuActions,
): MenuItemConstructorOptions {
  const screens = SCREENS.map(([text, screen], index): MenuItemConstructorOptions => ({
    label: texts[text],
    accelerator: `CmdOrCtrl+${index + 1}`,
    click: () => {
      actions.open(screen)
    },
  }))
  return {
    label: withKey(platform, texts.view, 'V'),
    submenu: [
      ...screens,
      SEPARATOR,
      {
        label: texts.pauseAll,
        accelerator: 'CmdOrCtrl+Shift+P',
        click: () => {
          actions.open(PAUSE_ALL)
        },
      },
      {
        label: texts.closeAll,
        click: () => {
          actions.open(CLOSE_ALL)
        },
      },
      SEPARATOR,
      { role: 'reload', label: texts.reload },
      { role: 'resetZoom', label: texts.zoomReset },
      { role: 'zoomIn', label: texts.zoomIn },
      { role: 'zoomOut', label: texts.zoomOut },
      { role: 'togglefullscreen', label: texts.fullScreen },
    ],
  }
}

function windowMenu(platform: NodeJS.Platform, texts: MenuTexts): MenuItemConstructorOptions {
  const minimize: MenuItemConstructorOptions = { role: 'minimize', label: texts.minimize }
  const label = withKey(platform, texts.window, 'W')
  if (platform !== 'darwin') return { label, submenu: [minimize] }
  // macOS adds the list of windows to a menu with this role.
  return {
    role: 'window',
    label,
    submenu: [
      minimize,
      { role: 'zoom', label: texts.zoom },
      SEPARATOR,
      { role: 'front', label: texts.front },
    ],
  }
}

function helpMenu(
  platform: NodeJS.Platform,
  update: UpdateItem | undefined,
  texts: MenuTexts,
  actions: MenuActions,
): MenuItemConstructorOptions {
  const updates: MenuItemConstructorOptions[] =
    update === undefined ? [] : [{ ...updateEntry(update), click: actions.update }, SEPARATOR]
  return {
    ...(platform === 'darwin' && { role: 'help' as const }),
    label: withKey(platform, texts.help, 'H'),
    submenu: [
      { label: texts.manual, accelerator: 'F1', click: actions.manual },
      SEPARATOR,
      ...updates,
      { label: texts.logs, click: actions.openLogs },
      { label: texts.notices, click: actions.notices },
      ...(platform === 'darwin' ? [] : [aboutItem(texts, actions)]),
    ],
  }
}

function aboutItem(texts: MenuTexts, { about }: MenuActions): MenuItemConstructorOptions {
  return { label: texts.about, click: about }
}

/** The first menu of macOS belongs to the program, whatever its label. */
function macMenu(texts: MenuTexts, actions: MenuActions): MenuItemConstructorOptions {
  return {
    label: 'Pulsekey',
    submenu: [
      aboutItem(texts, actions),
      SEPARATOR,
      preferencesItem(texts, actions),
      SEPARATOR,
      { role: 'services', label: texts.services },
      SEPARATOR,
      { role: 'hide', label: texts.hide },
      { role: 'hideOthers', label: texts.hideOthers },
      { role: 'unhide', label: texts.showAll },
      SEPARATOR,
      quitItem(texts),
    ],
  }
}

function updateEntry({ label, isEnabled, isChecked }: UpdateItem): MenuItemConstructorOptions {
  const tick = isChecked === undefined ? {} : ({ type: 'checkbox', checked: isChecked } as const)
  return { label, enabled: isEnabled, ...tick }
}

/**
 * The menu of every window. Without a menu the system's shortcuts for copy, paste and zoom would be missing.
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  { servers, update }: MenuState,
  texts: MenuTexts,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const menus = [
    fileMenu(platform, servers, texts, actions),
    editMenu(platform, texts, actions),
    viewMenu(platform, texts, actions),
    windowMenu(platform, texts),
    helpMenu(platform, update, texts, actions),
  ]
  return platform === 'darwin' ? [macMenu(texts, actions), ...menus] : menus
}
