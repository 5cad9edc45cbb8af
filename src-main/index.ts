/** The desktop, phase by phase. */
import { app, session } from 'electron'

import { attempt, inBackground } from './faults/guarded.ts'
import { type Language, languageOf } from './language.ts'
import { ignoreStreamErrors } from './logs/quiet-streams.ts'
import { makeBoardWindow } from './phases/board-window.ts'
import { offerContextMenus, openFinding } from './phases/editing.ts'
import { prepareEnding } from './phases/ending.ts'
import { type LastNet, spreadLastNet } from './phases/last-net.ts'
import { receiveLinks } from './phases/links.ts'
import { openLoginItem, startsHidden } from './phases/login.ts'
import { showMenu } from './phases/menus.ts'
import { askAboutOtherData } from './phases/other-data.ts'
import { openBoxes } from './phases/notify.ts'
import { ownWindow } from './phases/own-windows.ts'
import { answerPages } from './phases/pages.ts'
import { secure } from './phases/secure.ts'
import { openServerLog } from './phases/server-log.ts'
import { openServers, prepareSession, type ShownServer } from './phases/servers.ts'
import { readSettings, reportUnreadableSettings } from './phases/settings.ts'
import { followPower, followRisks, followServing, showTray } from './phases/status.ts'
import { openUpdates } from './phases/updates.ts'
import { keepRunningWithoutWindows, makeWindows, openWindows } from './phases/windows.ts'
import type { SettingsFile } from './settings/settings-file.ts'

const here = import.meta.dirname
const boxes = openBoxes()
const known: { settings?: SettingsFile; server?: ShownServer } = {}
/** The person's choice in the console, else the system's language. */
const language = (): Language => known.settings?.current.language ?? languageOf(app.getLocale())

async function run(lastNet: LastNet): Promise<void> {
  // Pages are confined before there is a server to show.
  const consoleUrl = (): string | undefined => known.server?.ready?.consoleUrl
  const links = secure(consoleUrl, boxes, language)
  offerContextMenus(language)
  const deepLinks = receiveLinks()
  await app.whenReady()

  const log = openServerLog()
  lastNet.running({ log, shutDown: async () => known.server?.shutDown() })
  const settings = readSettings()
  known.settings = settings
  await prepareSession(session.defaultSession, { here, settings, consoleUrl })

  const server = openServers({ here, settings, log, consoleUrl })
  known.server = server
  const updates = openUpdates(server, boxes, language)
  const ending = prepareEnding({
    shown: server,
    boxes,
    language,
    update: updates,
    remember: () => {
      settings.note({ windows: windows.places })
    },
  })
  const windows = makeWindows({ here, language, settings, shown: server, boxes, ending })

  const board = makeBoardWindow(here, settings, server, language)
  const login = openLoginItem()
  const status = { here, language, settings, shown: server, windows, login, board }
  const showTrayAnew = showTray(status)
  followRisks(status)
  followServing(status)
  const followSleep = followPower(status, () => {
    ending.now()
  })
  const attach = async (id: string | null): Promise<void> => {
    const wanted = settings.current.servers.find((saved) => saved.id === id)
    await server.attach(wanted, () => {
      settings.note({ attached: wanted?.id ?? null })
      windows.replace()
      board.close()
    })
    changed()
  }
  const finding = openFinding(here, language)
  const preferences = ownWindow('preferences', here, settings, language)
  const manual = ownWindow('manual', here, settings, language)
  // A menu passes its item to the function.
  const own = {
    preferences: () => {
      preferences()
    },
    manual: () => {
      manual()
    },
  }
  const menu = { here, language, settings, windows, boxes, log, attach, updates, ...own }
  const changed = (): void => {
    showTrayAnew()
    followSleep()
    showMenu({ ...menu, find: finding.open })
  }
  changed()
  askAboutOtherData(server, settings, boxes, language)
  const pages = { settings, shown: server, windows, board, log, login, links, finding, attach, changed }
  answerPages({ ...pages, openPreferences: preferences })

  server.start()
  updates?.begin(changed)
  openWindows(windows, settings, startsHidden(), deepLinks.first)
  windows.whenSeen(() => {
    reportUnreadableSettings(settings, boxes, language())
  })
  keepRunningWithoutWindows(windows)
  deepLinks.follow((screen) => {
    windows.show(screen)
  })
}

async function start(): Promise<void> {
  const lastNet = spreadLastNet(boxes, language)
  try {
    await run(lastNet)
  } catch (error) {
    await lastNet.startFailed(error)
  }
}

// Logs, settings and exports are for this user only. Windows has the rights of the profile folder instead.
process.umask(0o077)
ignoreStreamErrors([process.stdout, process.stderr])
// The installer gives its shortcuts the same name, so that Windows shows notifications under it.
attempt('taskbar', () => {
  app.setAppUserModelId('app.pulsekey.desktop')
})
// Two servers on one data folder would refuse each other. A second start shows the first one's window.
if (app.requestSingleInstanceLock()) inBackground('start', start())
else app.quit()
