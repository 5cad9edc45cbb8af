/** The desktop, phase by phase. */
import { app, session } from 'electron'

import { languageOf } from './language.ts'
import { ignoreStreamErrors } from './logs/quiet-streams.ts'
import { prepareEnding } from './phases/ending.ts'
import { receiveLinks } from './phases/links.ts'
import { openLoginItem, startsHidden } from './phases/login.ts'
import { showMenu } from './phases/menus.ts'
import { askAboutOtherData } from './phases/other-data.ts'
import { answerPages } from './phases/pages.ts'
import { secure } from './phases/secure.ts'
import { openServerLog } from './phases/server-log.ts'
import { openServers, prepareSession, type ShownServer } from './phases/servers.ts'
import { readSettings, reportUnreadableSettings } from './phases/settings.ts'
import { followPower, followRisks, showTray } from './phases/status.ts'
import { openUpdates } from './phases/updates.ts'
import { keepRunningWithoutWindows, makeWindows, openWindows, preferencesWindow } from './phases/windows.ts'

const here = import.meta.dirname

async function run(): Promise<void> {
  // Pages are confined before there is a server to show.
  const shown: { server?: ShownServer } = {}
  const consoleUrl = (): string | undefined => shown.server?.ready?.consoleUrl
  const links = secure(consoleUrl, () => languageOf(app.getLocale()))
  const deepLinks = receiveLinks()
  await app.whenReady()

  const language = languageOf(app.getLocale())
  const settings = readSettings()
  reportUnreadableSettings(settings, language)
  await prepareSession(session.defaultSession, settings, consoleUrl)

  const log = openServerLog()
  const server = openServers({ here, settings, log, consoleUrl })
  shown.server = server
  const updates = openUpdates(server, language)
  const ending = prepareEnding({
    shown: server,
    language,
    update: updates,
    remember: () => {
      settings.update({ windows: windows.places })
    },
  })
  const windows = makeWindows({
    here,
    language,
    settings,
    shown: server,
    isEnding: () => ending.isAgreed,
    stays: () => {
      ending.calledOff()
    },
  })

  const login = openLoginItem()
  const status = { here, language, shown: server, windows, login }
  const showAnew = showTray(status)
  followRisks(status)
  followPower(server, () => {
    ending.now()
  })
  const attach = async (id: string | null): Promise<void> => {
    const wanted = settings.current.servers.find((saved) => saved.id === id)
    await server.attach(wanted, () => {
      settings.update({ attached: wanted?.id ?? null })
      windows.replace()
    })
    changed()
  }
  const preferences = preferencesWindow(here, language)
  const changed = (): void => {
    showAnew()
    showMenu({ here, language, settings, windows, log, attach, preferences, updates })
  }
  changed()
  askAboutOtherData(server, settings, language)
  answerPages({ here, settings, shown: server, windows, log, login, links, attach, changed })

  server.start()
  updates?.begin(changed)
  openWindows(windows, settings, startsHidden(), deepLinks.first)
  keepRunningWithoutWindows(windows)
  deepLinks.follow((screen) => {
    windows.show(screen)
  })
}

// Logs, settings and exports are for this user only. Windows has the rights of the profile folder instead.
process.umask(0o077)
ignoreStreamErrors([process.stdout, process.stderr])
// Two servers on one data folder would refuse each other. A second start shows the first one's window.
if (app.requestSingleInstanceLock()) void run()
else app.quit()
