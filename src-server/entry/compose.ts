import { createConsole } from '../ajax/console/dispatch.ts'
import { createLive } from '../ajax/console/live.ts'
import { CODE } from '../contract/error-codes.ts'
import type { Clock, LinkResolver, Log, Messenger, Random } from '../contract/ports.ts'
import { createApp } from '../http/app.ts'
import { ConnectionLimit } from '../http/connection-limit.ts'
import { listen, type Door, type Listener } from '../http/listener.ts'
import { createRuntimeHandler, type RuntimeDoor } from '../http/runtime-handler.ts'
import { createRuntime } from '../runtime/pipeline.ts'
import { ReplayMemory } from '../runtime/replay-memory.ts'
import { writeStandard } from '../runtime/write-reply.ts'
import type { Sessions } from '../services/sessions.ts'
import { composeServices } from './compose-services.ts'
import type { Stores } from './open-stores.ts'
import { startChores } from './schedule.ts'
import { ServerMonitor } from './server-state.ts'

export interface ServerParts {
  readonly stores: Stores
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly messenger: Messenger
  readonly links: LinkResolver
  /** The built renderer. */
  readonly consoleFolder: string
  readonly version: string
  readonly publicDoor: Door
  readonly consoleDoor: Door
  /** Whether the public door serves the console too. */
  readonly consoleOnPublic: boolean
}

export interface RunningServer {
  readonly publicUrl: string
  readonly consoleUrl: string
  readonly sessions: Sessions
  /** Stops accepting, answers what is under way, writes what waits, closes the stores. */
  stop(): Promise<void>
}

/** Connections one address may hold, loopback apart. */
const CONNECTIONS_PER_ADDRESS = 50

/** Puts the server together and opens its doors. */
export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const { stores, clock, random, log, messenger, links } = parts
  const services = await composeServices({ stores, clock, random, log, messenger, links })
  const monitor = new ServerMonitor(clock)
  const replays = new ReplayMemory()
  let stopping = false

  const answerCall = createRuntime({
    registry: services.registry,
    services: services.runtime,
    replays,
    witness: services.callLog,
    clock,
    log,
  })
  const door: RuntimeDoor = {
    answer: (call) => {
      monitor.countCall()
      return answerCall(call)
    },
    refuse: (status) => ({
      ...writeStandard(
        { settings: undefined, now: clock.now(), value: '' },
        { code: status === 413 ? CODE.wrongData : CODE.stopping },
      ),
      status,
    }),
    isStopping: () => stopping,
  }
  const runtime = createRuntimeHandler(door)
  const lane = { answer: door.answer, isStopping: door.isStopping, now: () => clock.now() }
  const app = {
    runtime,
    answerConsole: createConsole({ services: services.console, clock, log }),
    live: createLive(services.liveFeed),
    clock,
    random,
    log,
    consoleFolder: parts.consoleFolder,
  }
  const limit = new ConnectionLimit(CONNECTIONS_PER_ADDRESS)
  const publicListener = await listen(parts.publicDoor, limit, {
    runtime,
    lane,
    app: createApp(app, { console: parts.consoleOnPublic, loopbackOnly: false }),
  })
  const consoleListener = await openSecond(publicListener, () =>
    listen(parts.consoleDoor, limit, {
      runtime,
      lane,
      app: createApp(app, { console: true, loopbackOnly: true }),
    }),
  )

  const stopChores = startChores(
    [
      ...services.chores,
      {
        name: 'server state',
        everyMs: 5000,
        run: () => {
          const database = stores.store.size() + stores.telemetry.size()
          services.stream.server(monitor.take({ connections: limit.open, database, version: parts.version }))
        },
      },
      {
        name: 'replays',
        everyMs: 60_000,
        run: () => {
          replays.forget(clock.now())
        },
      },
    ],
    log,
  )

  return {
    publicUrl: publicListener.url,
    consoleUrl: consoleListener.url,
    sessions: services.sessions,
    stop: async () => {
      stopping = true
      stopChores()
      await Promise.all([publicListener.close(), consoleListener.close()])
      await services.drain()
      monitor.stop()
      await stores.close()
    },
  }
}

/** A door that can't be opened doesn't leave the first one open. */
async function openSecond(first: Listener, open: () => Promise<Listener>): Promise<Listener> {
  try {
    return await open()
  } catch (error) {
    await first.close()
    throw error
  }
}
