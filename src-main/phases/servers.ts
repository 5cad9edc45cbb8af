import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { app, safeStorage, session, type Session, utilityProcess } from 'electron'

import { inBackground } from '../faults/guarded.ts'
import { serverArguments } from '../launch-options.ts'
import { createConsoleCheck } from '../remote/check-console.ts'
import { RemoteServer } from '../remote/remote-server.ts'
import { withSeenKey } from '../remote/saved-servers.ts'
import { readMachineKey } from '../security/machine-key.ts'
import { serveOwnPages } from '../security/own-pages.ts'
import { denyPermissions } from '../security/permissions.ts'
import { proxyConfig } from '../security/proxy.ts'
import { forkServer } from '../server-process/fork-server.ts'
import { ServerProcess } from '../server-process/server-process.ts'
import { systemTimers } from '../server-process/timers.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import type { SavedServer } from '../settings/shell-settings.ts'
import { Attachment } from '../source/attachment.ts'
import { OWN_SCHEME } from '../window/local-page.ts'
import type { ServerLog } from './server-log.ts'

export type ShownServer = Attachment<ServerProcess, RemoteServer>

/** Each remote server has its own cookies and caches, and new ones with each key that the user confirms. */
export function partitionOf({ id, turn }: SavedServer): string {
  return `persist:server-${id}${turn === 0 ? '' : `-${turn}`}`
}

/** Removes what pages of a server stored, when nothing shows that server any more. */
export function clearPartition(server: SavedServer): void {
  const own = session.fromPartition(partitionOf(server))
  inBackground('remove server', Promise.all([own.clearStorageData(), own.clearCache()]))
}

export interface SessionParts {
  /** The folder of the built main script. */
  readonly here: string
  readonly settings: SettingsFile
  readonly consoleUrl: () => string | undefined
}

/**
 * Without handlers, Electron grants every permission without a question. So each session gets them. It also
 * gets the shell's own pages, and downloads no dictionaries.
 */
export async function prepareSession(
  given: Session,
  { here, settings, consoleUrl }: SessionParts,
): Promise<void> {
  denyPermissions(given, consoleUrl)
  given.setSpellCheckerEnabled(false)
  if (!given.protocol.isProtocolHandled(OWN_SCHEME)) serveOwnPages(given.protocol, join(here, 'pages'))
  await given.setProxy(proxyConfig(settings.current.proxy))
}

export interface ServersParts extends SessionParts {
  readonly log: ServerLog
}

function openLocal({ here, settings, log }: ServersParts): ServerProcess {
  const userData = app.getPath('userData')
  return new ServerProcess({
    fork: (movePort, takeData) => {
      const start = { userData, chosen: settings.current.dataFolder, movePort, takeData }
      const args = serverArguments(process.argv, start)
      return forkServer(utilityProcess, join(here, 'server.js'), args, log.keepLine)
    },
    machineKey: () =>
      readMachineKey({
        keychain: safeStorage,
        platform: process.platform,
        file: join(userData, 'machine-key.sealed'),
        makeKey: () => randomBytes(32).toString('base64url'),
        report: log.keepLine,
      }),
    timers: systemTimers,
    lost: log.keepLostRun,
  })
}

function openRemote(server: SavedServer, parts: ServersParts): RemoteServer {
  const { settings } = parts
  const partition = partitionOf(server)
  const own = session.fromPartition(partition)
  const check = createConsoleCheck(own, partition, server, (seen) => {
    const servers = withSeenKey(settings.current.servers, server.id, seen)
    if (servers !== undefined) settings.note({ servers })
  })
  const prepared = prepareSession(own, parts)
  return new RemoteServer(server, systemTimers, async () => {
    await prepared
    return check()
  })
}

/** Opens this machine's server, and the remote one that was shown last, without starting them. */
export function openServers(parts: ServersParts): ShownServer {
  const { settings } = parts
  const { servers, attached } = settings.current
  return new Attachment(
    {
      local: openLocal(parts),
      servesHere: () => settings.current.servesHere,
      openRemote: (server) => openRemote(server, parts),
    },
    servers.find(({ id }) => id === attached),
  )
}
