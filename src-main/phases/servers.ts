import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { app, safeStorage, session, type Session, utilityProcess } from 'electron'

import { serverArguments } from '../launch-options.ts'
import { createConsoleCheck } from '../remote/check-console.ts'
import { RemoteServer } from '../remote/remote-server.ts'
import { readMachineKey } from '../security/machine-key.ts'
import { denyPermissions } from '../security/permissions.ts'
import { proxyConfig } from '../security/proxy.ts'
import { forkServer } from '../server-process/fork-server.ts'
import { ServerProcess } from '../server-process/server-process.ts'
import { systemTimers } from '../server-process/timers.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import type { SavedServer } from '../settings/shell-settings.ts'
import { Attachment } from '../source/attachment.ts'
import type { ServerLog } from './server-log.ts'

export type ShownServer = Attachment<ServerProcess, RemoteServer>

/** Each remote server has its own cookies and caches. */
export function partitionOf({ id }: SavedServer): string {
  return `persist:server-${id}`
}

/** Without handlers, Electron grants every permission without a question. So each session gets them. */
export async function prepareSession(
  given: Session,
  settings: SettingsFile,
  consoleUrl: () => string | undefined,
): Promise<void> {
  denyPermissions(given, consoleUrl)
  await given.setProxy(proxyConfig(settings.current.proxy))
}

export interface ServersParts {
  /** The folder of the built main script. */
  readonly here: string
  readonly settings: SettingsFile
  readonly log: ServerLog
  readonly consoleUrl: () => string | undefined
}

/** Opens the server that was shown last, without starting it. */
export function openServers({ here, settings, log, consoleUrl }: ServersParts): ShownServer {
  const openLocal = (): ServerProcess =>
    new ServerProcess({
      fork: (movePort, takeData) =>
        forkServer(
          utilityProcess,
          join(here, 'server.js'),
          serverArguments(process.argv, app.getPath('userData'), movePort, takeData),
          log.keepLine,
        ),
      machineKey: () =>
        readMachineKey({
          keychain: safeStorage,
          platform: process.platform,
          file: join(app.getPath('userData'), 'machine-key.sealed'),
          makeKey: () => randomBytes(32).toString('base64url'),
          report: log.keepLine,
        }),
      timers: systemTimers,
      lost: log.keepLostRun,
    })
  const openRemote = (server: SavedServer): RemoteServer => {
    const own = session.fromPartition(partitionOf(server))
    const check = createConsoleCheck(own, server)
    const prepared = prepareSession(own, settings, consoleUrl)
    return new RemoteServer(server, systemTimers, async () => {
      await prepared
      return check()
    })
  }
  const { servers, attached } = settings.current
  return new Attachment(
    { openLocal, openRemote },
    servers.find(({ id }) => id === attached),
  )
}
