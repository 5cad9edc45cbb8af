import { randomUUID } from 'node:crypto'

import { app, dialog, ipcMain, session, shell } from 'electron'

import type { Preferences, Servers } from '../contract/shell.ts'
import { findCaller } from '../ipc/caller.ts'
import { saveFile } from '../ipc/save-file.ts'
import { serveShell } from '../ipc/serve-shell.ts'
import type { LoginItem } from '../login/login-item.ts'
import { lookAtCertificate } from '../remote/pin.ts'
import { originOf, withoutServer, withServer } from '../remote/saved-servers.ts'
import type { ExternalLinks } from '../security/external-links.ts'
import { proxyConfig } from '../security/proxy.ts'
import { findFreePort } from '../server-process/free-port.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import type { ConsoleWindows } from '../window/console-windows.ts'
import { localPages } from '../window/local-page.ts'
import type { ServerLog } from './server-log.ts'
import { partitionOf, type ShownServer } from './servers.ts'

export interface PagesPhase {
  readonly here: string
  readonly settings: SettingsFile
  readonly shown: ShownServer
  readonly windows: ConsoleWindows
  readonly log: ServerLog
  readonly login: LoginItem
  readonly links: ExternalLinks
  /** Shows another server. null for this machine's own. */
  readonly attach: (id: string | null) => Promise<void>
  /** The list of servers or the desktop's settings changed. */
  readonly changed: () => void
}

const LOOK_MS = 10_000
/** The default port. Ports near it are usually free. */
const USUAL_PORT = 8787

export function serversOf({ current }: SettingsFile): Servers {
  return { attached: current.attached, servers: current.servers }
}

async function look(address: string): Promise<{ origin: string; fingerprint: string } | null> {
  const origin = originOf(address)
  if (origin === undefined) return null
  // Chromium remembers verdicts for a session, so each look has a new session in memory.
  const once = session.fromPartition(`look-${randomUUID()}`)
  const fingerprint = await lookAtCertificate(once, origin, AbortSignal.timeout(LOOK_MS))
  return fingerprint === undefined ? null : { origin, fingerprint }
}

async function setPreferences(
  { settings, login, shown }: PagesPhase,
  given: Preferences,
): Promise<Preferences> {
  if (login.isSet !== given.startAtLogin) login.set(given.startAtLogin)
  settings.update({ proxy: given.proxy })
  // Updates use the default session, whichever server is shown.
  const used = [session.defaultSession]
  if (shown.server !== undefined) used.push(session.fromPartition(partitionOf(shown.server)))
  await Promise.all(used.map((each) => each.setProxy(proxyConfig(given.proxy))))
  return preferencesOf(settings, login)
}

function preferencesOf({ current }: SettingsFile, login: LoginItem): Preferences {
  return { startAtLogin: login.isSet, proxy: current.proxy }
}

/** Answers the pages' calls. */
export function answerPages(phase: PagesPhase): void {
  const { here, settings, shown, windows, log, login, links, attach, changed } = phase
  const keepServers = (servers: Servers['servers']): Servers => {
    settings.update({ servers: [...servers] })
    changed()
    return serversOf(settings)
  }
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
        await shown.local?.movePort(port)
        return shown.status
      },
      'logs.open': async () => (await shell.openPath(log.folder)) === '',
      'servers.list': () => serversOf(settings),
      'servers.look': look,
      'servers.add': (server) => keepServers(withServer(settings.current.servers, server, randomUUID)),
      'servers.remove': (id) => keepServers(withoutServer(settings.current, id)),
      'servers.attach': async (id) => {
        await attach(id)
        return serversOf(settings)
      },
      'preferences.get': () => preferencesOf(settings, login),
      'preferences.set': async (given) => {
        const kept = await setPreferences(phase, given)
        changed()
        return kept
      },
      'file.save': (file) => saveFile(dialog, windows.front, app.getPath('downloads'), file),
      'link.open': (url) => links.open(url),
    },
    (frame) =>
      findCaller(frame, {
        consoleUrl: shown.ready?.consoleUrl,
        isRemote: shown.server !== undefined,
        shellPages: localPages(here),
      }),
    (call, error) => {
      process.stderr.write(`${call} failed: ${String(error)}\n`)
    },
  )
}
