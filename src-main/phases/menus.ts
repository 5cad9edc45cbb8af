import { join } from 'node:path'
import { app, Menu, shell } from 'electron'
import { DIALOG_TEXTS } from '../dialogs/dialog.texts.ts'
import type { Boxes } from '../dialogs/message-boxes.ts'
import { inBackground } from '../faults/guarded.ts'
import type { Language } from '../language.ts'
import { menuTemplate } from '../menu/menu.ts'
import { MENU_TEXTS } from '../menu/menu.texts.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import { besideArchive } from '../window/local-page.ts'
import type { ConsoleWindows } from '../window/console-windows.ts'
import { serversOf } from './saved-servers.ts'
import type { ServerLog } from './server-log.ts'
import type { Updates } from './updates.ts'

export interface MenuPhase {
  readonly here: string
  readonly language: () => Language
  readonly settings: SettingsFile
  readonly windows: ConsoleWindows
  readonly boxes: Boxes
  readonly log: ServerLog
  readonly attach: (id: string | null) => Promise<void>
  readonly preferences: () => void
  readonly manual: () => void
  readonly find: () => void
  readonly updates: Updates | undefined
}

/** Sets the menu of every window, with the present list of servers. */
export function showMenu(phase: MenuPhase): void {
  const { here, settings, windows, boxes, log, attach, preferences, manual, find, updates } = phase
  const language = phase.language()
  const texts = DIALOG_TEXTS[language]
  const state = { servers: serversOf(settings), update: updates?.item }
  const openPath = (path: string): void => {
    inBackground('open', shell.openPath(path))
  }
  const template = menuTemplate(process.platform, state, MENU_TEXTS[language], {
    newWindow: () => {
      windows.open()
    },
    open: (screen) => {
      windows.show(screen)
    },
    attach: (id) => {
      inBackground('show server', attach(id))
    },
    preferences,
    manual,
    find,
    update: () => updates?.goOn(),
    openLogs: () => {
      openPath(log.folder)
    },
    notices: () => {
      openPath(besideArchive(join(here, '..', 'THIRD_PARTY_NOTICES.txt')))
    },
    about: () => {
      inBackground('about', tellVersions(boxes, texts))
    },
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

async function tellVersions(boxes: Boxes, { version, ok }: (typeof DIALOG_TEXTS)[Language]): Promise<void> {
  const { electron, chrome, node } = process.versions
  const detail = [
    version(app.getVersion()),
    `Electron ${electron}`,
    `Chromium ${chrome}`,
    `Node.js ${node}`,
    `${process.platform} ${process.arch}`,
  ]
  await boxes.showMessageBox({
    type: 'info',
    message: app.getName(),
    detail: detail.join('\n'),
    buttons: [ok],
  })
}
