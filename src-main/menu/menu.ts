import type { MenuItemConstructorOptions } from 'electron'
import type { Servers } from '../contract/shell.ts'
import type { UpdateItem } from '../updates/update-dialogs.ts'
import { PAUSE_ALL, RISKS } from '../window/console-address.ts'
import type { MenuTexts } from './menu.texts.ts'

export interface MenuActions {
  readonly newWindow: () => void
  /** Brings the window to the front. @param screen of the console, such as `#/live` */
  readonly open: (screen: string) => void
  /** @param id of a saved server, or null for this machine's own */
  readonly attach: (id: string | null) => void
  readonly preferences: () => void
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
  return [item(null, texts.thisMachine), ...servers.map(({ id, name }) => item(id, name))]
}

function fileMenu(servers: Servers, texts: MenuTexts, actions: MenuActions): MenuItemConstructorOptions {
  return {
    label: texts.file,
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
      { label: texts.preferences, accelerator: 'CmdOrCtrl+,', click: actions.preferences },
      SEPARATOR,
      { role: 'close', label: texts.close },
      { role: 'quit', label: texts.quit, accelerator: 'CmdOrCtrl+Q' },
    ],
  }
}

function editMenu(texts: MenuTexts): MenuItemConstructorOptions {
  return {
    label: texts.edit,
    submenu: [
      { role: 'undo', label: texts.undo },
      { role: 'redo', label: texts.redo },
      SEPARATOR,
      { role: 'cut', label: texts.cut },
      { role: 'copy', label: texts.copy },
      { role: 'paste', label: texts.paste },
      { role: 'selectAll', label: texts.selectAll },
    ],
  }
}

function viewMenu(texts: MenuTexts, actions: MenuActions): MenuItemConstructorOptions {
  const screens = SCREENS.map(([text, screen], index): MenuItemConstructorOptions => ({
    label: texts[text],
    accelerator: `CmdOrCtrl+${index + 1}`,
    click: () => {
      actions.open(screen)
    },
  }))
  return {
    label: texts.view,
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
  const onMac: MenuItemConstructorOptions[] = [
    { role: 'zoom', label: texts.zoom },
    { role: 'hide', label: texts.hide },
  ]
  return {
    label: texts.window,
    submenu: [{ role: 'minimize', label: texts.minimize }, ...(platform === 'darwin' ? onMac : [])],
  }
}

function helpMenu(
  update: UpdateItem | undefined,
  about: MenuItemConstructorOptions,
  texts: MenuTexts,
  actions: MenuActions,
): MenuItemConstructorOptions {
  const updates: MenuItemConstructorOptions[] =
    update === undefined ? [] : [{ ...updateEntry(update), click: actions.update }, SEPARATOR]
  return {
    label: texts.help,
    submenu: [
      ...updates,
      { label: texts.logs, click: actions.openLogs },
      { label: texts.notices, click: actions.notices },
      about,
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
  const about: MenuItemConstructorOptions = { label: texts.about, click: actions.about }
  const menus = [
    fileMenu(servers, texts, actions),
    editMenu(texts),
    viewMenu(texts, actions),
    windowMenu(platform, texts),
    helpMenu(update, about, texts, actions),
  ]
  // The first menu of macOS belongs to the program, whatever its label.
  const own: MenuItemConstructorOptions = {
    label: 'Pulsekey',
    submenu: [about, SEPARATOR, { role: 'quit', label: texts.quit }],
  }
  return platform === 'darwin' ? [own, ...menus] : menus
}
