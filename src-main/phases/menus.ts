import { join } from 'node:path'
import { app, dialog, Menu, shell } from 'electron'
import { DIALOG_TEXTS } from '../dialogs/dialog.texts.ts'
import { askToSwitch } from '../dialogs/questions.ts'
import type { Language } from '../language.ts'
import { menuTemplate } from '../menu/menu.ts'
import { MENU_TEXTS } from '../menu/menu.texts.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import { besideArchive } from '../window/local-page.ts'
import type { ConsoleWindows } from '../window/console-windows.ts'
import { serversOf } from './pages.ts'
import type { ServerLog } from './server-log.ts'
import type { Updates } from './updates.ts'

export interface MenuPhase {
  readonly here: string
  readonly language: Language
  readonly settings: SettingsFile
  readonly windows: ConsoleWindows
  readonly log: ServerLog
  readonly attach: (id: string | null) => Promise<void>
  readonly preferences: () => void
  readonly updates: Updates | undefined
}

/** Sets the menu of every window, with the present list of servers. */
export function showMenu(phase: MenuPhase): void {
  const { here, language, settings, windows, log, attach, preferences, updates } = phase
  const texts = DIALOG_TEXTS[language]
  const { attached, servers } = settings.current
  /**
   * Asks before a switch away from this machine's own server, which stops it. When the user declines, the
   * menu is rebuilt so that its mark is right again.
   */
  const attachAsked = async (id: string | null): Promise<void> => {
    const other = servers.find((server) => server.id === id)
    const asks = attached === null && other !== undefined
    if (!asks || (await askToSwitch(dialog, texts, other.name))) await attach(id)
    else showMenu(phase)
  }
  const state = { servers: serversOf(settings), update: updates?.item }
  const template = menuTemplate(process.platform, state, MENU_TEXTS[language], {
    newWindow: () => {
      windows.open()
    },
    open: (screen) => {
      windows.show(screen)
    },
    attach: (id) => void attachAsked(id),
    preferences,
    update: () => updates?.goOn(),
    openLogs: () => void shell.openPath(log.folder),
    notices: () => void shell.openPath(besideArchive(join(here, '..', 'THIRD_PARTY_NOTICES.txt'))),
    about: () => {
      tellVersions(texts)
    },
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

function tellVersions({ version, ok }: (typeof DIALOG_TEXTS)[Language]): void {
  const { electron, chrome, node } = process.versions
  const detail = [
    version(app.getVersion()),
    `Electron ${electron}`,
    `Chromium ${chrome}`,
    `Node.js ${node}`,
    `${process.platform} ${process.arch}`,
  ]
  void dialog.showMessageBox({
    type: 'info',
    message: app.getName(),
    detail: detail.join('\n'),
    buttons: [ok],
  })
}
