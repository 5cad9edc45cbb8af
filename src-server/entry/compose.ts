import { createConsole } from '../ajax/console/dispatch.ts'
import { createLive } from '../ajax/console/live.ts'
import { CODE } from '../contract/error-codes.ts'
import type { Clock, Log, Random } from '../contract/ports.ts'
import { createApp } from '../http/app.ts'
import { ConnectionLimit } from '../http/connection-limit.ts'
import { listen, type Door } from '../http/listener.ts'
import { createRuntimeHandler } from '../http/runtime-handler.ts'
import { CallLog } from '../runtime/call-log.ts'
import { createRuntime } from '../runtime/pipeline.ts'
import { ReplayMemory } from '../runtime/replay-memory.ts'
import { writeStandard } from '../runtime/write-reply.ts'
import { AgentBans } from '../services/agent-bans.ts'
import { ApplicationRegistry } from '../services/application-registry.ts'
import { Applications } from '../services/applications.ts'
import { CodeLogins } from '../services/code-logins.ts'
import { Codes } from '../services/codes.ts'
import { DeviceControls } from '../services/device-controls.ts'
import { DeviceLogons } from '../services/device-logons.ts'
import { Devices } from '../services/devices.ts'
import { Jobs } from '../services/jobs.ts'
import { LiveFeed } from '../services/live-feed.ts'
import { Passwords } from '../services/passwords.ts'
import { Sessions } from '../services/sessions.ts'
import { CommandLifecycle } from '../telemetry/command-lifecycle.ts'
import { LiveStream } from '../telemetry/live-stream.ts'
import { DeviceRegistry } from '../telemetry/registry.ts'
import { WriteBehind } from '../telemetry/write-behind.ts'
import type { Stores } from './open-stores.ts'
import { startChores } from './schedule.ts'
import { ServerMonitor } from './server-state.ts'

export interface ServerParts {
  readonly stores: Stores
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
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

/** Puts the server together and opens its doors. */
export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const { stores, clock, random, log } = parts
  const { store, telemetry } = stores

  const applicationRegistry = new ApplicationRegistry()
  const bans = new AgentBans()
  const stream = new LiveStream(clock)
  const devices = new DeviceRegistry((app) => applicationRegistry.ownerOf(app), stream)
  const commands = new CommandLifecycle({
    store,
    registry: devices,
    clock,
    log,
    rearms: (app) => applicationRegistry.find(app)?.settings.mt5.rearmCloseAll ?? false,
    announce: (live, command) => {
      stream.command(live, command)
    },
  })
  const writeBehind = new WriteBehind(telemetry, log)
  await applicationRegistry.load(store)
  await bans.load(store)
  await devices.load(store, telemetry)
  commands.resume()

  const jobs = new Jobs(stream, log, clock.nowMs().toString(36))
  const sessions = new Sessions({ store, passwords: new Passwords(), clock, random, log })
  const applications = new Applications({ store, registry: applicationRegistry, clock, random })
  const deviceService = new Devices({ store, telemetry, devices, applications, clock })
  const answerConsole = createConsole({
    services: {
      sessions,
      applications,
      codes: new Codes({ store, applications, jobs, clock, random }),
      devices: deviceService,
      deviceControls: new DeviceControls({ devices: deviceService, commands, jobs }),
    },
    clock,
    log,
  })

  const monitor = new ServerMonitor(clock)
  let stopping = false
  const replays = new ReplayMemory()
  const callLog = new CallLog()
  const answerCall = createRuntime({
    registry: applicationRegistry,
    services: {
      codeLogins: new CodeLogins({ store, devices, bans, clock }),
      deviceLogons: new DeviceLogons({ store, devices, commands, writeBehind, stream, clock }),
    },
    replays,
    witness: callLog,
    clock,
    log,
  })
  const runtime = createRuntimeHandler({
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
  })

  const appParts = {
    runtime,
    answerConsole,
    openLive: createLive(new LiveFeed({ sessions, stream })),
    clock,
    random,
    log,
    consoleFolder: parts.consoleFolder,
  }
  const limit = new ConnectionLimit(50)
  const publicApp = createApp(appParts, { console: parts.consoleOnPublic, loopbackOnly: false })
  const consoleApp = createApp(appParts, { console: true, loopbackOnly: true })
  const publicListener = await listen(parts.publicDoor, limit, { runtime, app: publicApp })
  const consoleListener = await listen(parts.consoleDoor, limit, { runtime, app: consoleApp })

  const saveCounters = () => applicationRegistry.saveCalls(store)
  const stopChores = startChores(
    [
      {
        name: 'telemetry',
        everyMs: 250,
        run: () => {
          writeBehind.flush()
        },
      },
      {
        name: 'stream',
        everyMs: 250,
        run: () => {
          stream.flush()
        },
      },
      { name: 'counters', everyMs: 250, run: saveCounters },
      { name: 'commands', everyMs: 1000, run: () => commands.sweep() },
      {
        name: 'server state',
        everyMs: 5000,
        run: () => {
          const database = store.size() + telemetry.size()
          stream.server(monitor.take({ connections: limit.open, database, version: parts.version }))
        },
      },
      {
        name: 'replays',
        everyMs: 60_000,
        run: () => {
          replays.forget(clock.now())
        },
      },
      { name: 'sessions', everyMs: 3_600_000, run: () => sessions.forgetExpired() },
    ],
    log,
  )

  return {
    publicUrl: publicListener.url,
    consoleUrl: consoleListener.url,
    sessions,
    stop: async () => {
      stopping = true
      stopChores()
      await Promise.all([publicListener.close(), consoleListener.close()])
      await jobs.idle()
      await saveCounters()
      await writeBehind.drain()
      monitor.stop()
      await stores.close()
    },
  }
}
