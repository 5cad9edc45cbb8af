import { app, dialog, ipcMain, shell } from 'electron'

import { reportFault } from '../faults/guarded.ts'
import { findCaller } from '../ipc/caller.ts'
import { saveFile, savePdf } from '../ipc/save-file.ts'
import { serveShell } from '../ipc/serve-shell.ts'
import type { ExternalLinks } from '../security/external-links.ts'
import { findFreePort } from '../server-process/free-port.ts'
import { LOCAL_PAGES } from '../window/local-page.ts'
import type { ConsoleWindows } from '../window/console-windows.ts'
import type { BoardWindow } from './board-window.ts'
import { chooseDataFolder, openDataFolder, shownDataFolder } from './data-folder.ts'
import type { Finding } from './editing.ts'
import { notify } from './notify.ts'
import { preferencesOf, setPreferences, type PreferencesPhase } from './preferences.ts'
import { addServer, look, removeServer, serversOf } from './saved-servers.ts'
import type { ServerLog } from './server-log.ts'

export interface PagesPhase extends PreferencesPhase {
  readonly windows: ConsoleWindows
  readonly board: BoardWindow
  readonly log: ServerLog
  readonly links: ExternalLinks
  readonly finding: Finding
  /** @param address of a server to add */
  readonly openPreferences: (address?: string) => void
  /** Shows another server. null for this machine's own. */
  readonly attach: (id: string | null) => Promise<void>
}

/** The default port. Ports near it are usually free. */
const USUAL_PORT = 8787

/** Answers the pages' calls. */
export function answerPages(phase: PagesPhase): void {
  const { settings, shown, windows, log, links, finding, attach } = phase
  const openPath = async (path: string): Promise<boolean> => (await shell.openPath(path)) === ''
  serveShell(
    ipcMain,
    {
      'server.status': () => shown.status,
      'server.log': () => (shown.server === undefined ? log.lines : []),
      'server.restart': async () => {
        await shown.restart()
        return shown.status
      },
      'server.free_port': () => findFreePort(shown.status.port ?? USUAL_PORT),
      'server.move_port': async (port) => {
        await shown.local.movePort(port)
        return shown.status
      },
      'logs.open': () => openPath(log.folder),
      'servers.list': () => serversOf(settings),
      'servers.look': look,
      'servers.add': (server) => addServer(phase, server),
      'servers.remove': (id) => removeServer(phase, id),
      'servers.attach': async (id) => {
        await attach(id)
        return serversOf(settings)
      },
      'preferences.get': () => preferencesOf(phase),
      'preferences.set': (given) => setPreferences(phase, given),
      'preferences.open': (address) => {
        phase.openPreferences(address)
        return true
      },
      'appearance.set': ({ language, theme }) => {
        const { current } = settings
        if (current.language === language && current.theme === theme) return true
        settings.note({ language, theme })
        phase.changed()
        return true
      },
      'alarm.show': ({ title, body, screen }) => {
        notify({ title, body }, () => {
          windows.show(screen)
        })
        return true
      },
      'board.open': () => {
        phase.board.open()
        return true
      },
      'screen.show': (screen) => {
        windows.show(screen)
        return true
      },
      'data.show': () => shownDataFolder(phase),
      'data.open': () => openDataFolder(phase),
      'data.choose': (_input, page) => chooseDataFolder(phase, page),
      'page.reload': (_input, page) => {
        windows.reload(page)
        return true
      },
      'page.pdf': (name, page) => savePdf(dialog, windows.front, app.getPath('downloads'), name, page),
      'find.search': async ({ text, forward, next }, page) =>
        (await finding.barOf(page)?.search(text, forward, next)) ?? { matches: 0, at: 0 },
      'find.close': (_input, page) => {
        finding.barOf(page)?.close()
        return true
      },
      'file.save': (file) => saveFile(dialog, windows.front, app.getPath('downloads'), file),
      'link.open': (url) => links.open(url),
    },
    (frame) =>
      findCaller(frame, {
        consoleUrl: shown.ready?.consoleUrl,
        isRemote: shown.server !== undefined,
        shellPages: LOCAL_PAGES,
      }),
    reportFault,
  )
}
