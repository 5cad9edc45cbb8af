import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createAccounts, createApp, type BenchApp } from '../fixture.ts'
import { signIn } from '../server/console-session.ts'
import { startServer, type StartedServer } from '../server/start-server.ts'
import { ACCOUNTS } from '../subjects.ts'

/** Copies of one server, with trading accounts and codes. */
export interface StartedCopies {
  /** The first one is the steward. */
  readonly servers: readonly [StartedServer, ...StartedServer[]]
  readonly app: BenchApp
  stop(): Promise<void>
}

/** @param url of an empty database */
export async function startCopies(
  url: string,
  count: number,
  makeDataDir: () => string,
  nodeArgsOf: (copy: number) => readonly string[] = () => [],
): Promise<StartedCopies> {
  // A copy with another key can't open the application's keys, and answers 171.
  const key = join(makeDataDir(), 'machine-key')
  const start = (copy: number) => {
    const folder = join(makeDataDir(), 'data')
    mkdirSync(folder)
    const env = { PULSEKEY_STORE: url, PULSEKEY_MACHINE_KEY_FILE: key }
    return startServer(folder, { env, nodeArgs: nodeArgsOf(copy) })
  }
  const servers: [StartedServer, ...StartedServer[]] = [await start(0)]
  const stop = async () => {
    for (const server of servers.toReversed()) await server.stop()
  }
  try {
    const session = await signIn(servers[0].console)
    const app = await createApp(session, 'plain')
    await createAccounts(session, app.app, ACCOUNTS)
    session.close()
    while (servers.length < count) servers.push(await start(servers.length))
    return { servers, app, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
