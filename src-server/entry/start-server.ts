import { CODE } from '../contract/error-codes.ts'
import type {
  BotInspector,
  Clock,
  LinkResolver,
  Log,
  Mailer,
  Messenger,
  MessengerInbound,
  Random,
  Scheduler,
} from '../contract/ports.ts'
import { DEFAULT_SETTINGS } from '../domain/platform/settings.ts'
import { createApp, type AppParts } from '../http/app.ts'
import { ClientAddresses } from '../http/client-address.ts'
import { ConnectionLimit } from '../http/connection-limit.ts'
import type { ListenOptions, Handlers } from '../http/listener.ts'
import { readPublicAssets } from '../http/public-page.ts'
import { createRuntimeHandler, type RuntimeHandlerParts } from '../http/runtime-handler.ts'
import { writeStandard } from '../runtime/write-reply.ts'
import type { ListenerSettings } from '../services/platform/listeners.ts'
import type { PasswordCost } from '../services/session/passwords.ts'
import type { Sessions } from '../services/session/sessions.ts'
import type { Vault } from '../store/vault.ts'
import { openServerInstance, type ServerInstance, type InstanceParts } from './server-instance.ts'
import type { DesktopSummary } from './desktop-summary.ts'
import type { Stores } from './open-stores.ts'
import { InstanceSwitch } from './instance-switch.ts'
import { ResumeHooks } from './resume-hooks.ts'
import { watchSleep } from './sleep-watch.ts'
import { ServerMonitor } from './server-monitor.ts'
import { HttpListeners } from './http-listeners.ts'

export interface ServerParts {
  /** Opens the data folder: at the beginning, and again after a restore. */
  readonly openStores: () => Promise<Stores>
  readonly vault: Vault
  readonly clock: Clock
  /** Of what is done again and again. */
  readonly scheduler: Scheduler
  readonly random: Random
  /** What hashing a password costs, where it needn't protect one. */
  readonly passwordCost?: PasswordCost
  /** How customers' look-ups wait for their one answer time, where nobody guesses. */
  readonly pause?: (ms: number) => Promise<void>
  readonly log: Log
  readonly messenger: Messenger & BotInspector
  readonly inbound: MessengerInbound
  readonly mailer: Mailer
  readonly links: LinkResolver
  /** The built renderer. */
  readonly consoleFolder: string
  readonly version: string
  /** What the command line says of the public door: it wins over the settings. */
  readonly fixed: Partial<ListenerSettings>
  /** What the public door is where nothing was ever set. */
  readonly listeners?: Partial<ListenerSettings>
  /** Where the public door is from now on, whatever the settings said. */
  readonly movePort?: number
  /** Listening sockets of the public door. */
  readonly sockets: number
  readonly consoleListener: ListenOptions
  readonly readFile: (path: string) => string
  readonly utcOffset: (at: number) => number
  /** A restore can't be finished: nothing is served any more, and the next start goes on with it. */
  readonly lost: (error: unknown) => void
}

export interface RunningServer {
  readonly publicUrl: string
  readonly consoleUrl: string
  readonly sessions: Sessions
  /** Those open now: a restore opens others. */
  readonly stores: Stores
  /** What the desktop's tray shows, as it is now. */
  summarize(): Promise<DesktopSummary>
  /** Copies the data before the program is replaced. @throws where there is no copy */
  backUp(): Promise<void>
  /** The machine slept and woke. */
  resumed(): void
  /** Stops accepting, answers what is under way, writes what waits, closes the stores. */
  stop(): Promise<void>
}

/** Connections one address may hold, loopback and proxies apart. */
const CONNECTIONS_PER_ADDRESS = 50

/** Puts the server together and opens its doors. */
export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const { clock } = parts
  const addresses = new ClientAddresses()
  const limit = new ConnectionLimit(CONNECTIONS_PER_ADDRESS, (address) => addresses.trusts(address))
  const monitor = new ServerMonitor(clock, parts.version, () => limit.open)
  const resume = new ResumeHooks()
  const hasSlept = watchSleep(Date.now, () => performance.now())
  let stopping = false
  let moving: Promise<void> | undefined

  // Nobody calls before the doors are open, and by then there is one.
  const resident = (): InstanceSwitch => residence
  const door: RuntimeHandlerParts = {
    answer: (call) => {
      monitor.countCall()
      return resident().answer(call)
    },
    refuse: (status) => ({
      ...writeStandard(
        { settings: undefined, now: clock.now(), value: '' },
        { code: status === 413 ? CODE.wrongData : CODE.stopping },
      ),
      status,
    }),
    isStopping: () => stopping,
    addressOf: (request) => addresses.of(request),
    originOf: (request) => addresses.originOf(request),
  }
  const handlers = createHandlers(parts, door, addresses, resident)
  const doors = new HttpListeners({
    limit,
    public: (console) => handlers({ console, loopbackOnly: false }),
    console: handlers({ console: true, loopbackOnly: true }),
    consoleListener: parts.consoleListener,
    sockets: parts.sockets,
    readFile: parts.readFile,
  })
  const instanceParts: InstanceParts = {
    ...parts,
    doors,
    monitor,
    onResume: (hook) => resume.add(hook),
    lookForSleep: () => {
      if (hasSlept()) resume.run()
    },
    listeners: { ...DEFAULT_SETTINGS.listeners, ...parts.listeners },
    apply: (settings) => {
      addresses.configure(settings.client_address)
      doors.sort()
    },
    changeOver: () => {
      moving = changeOver(resident(), instanceParts, parts)
    },
  }

  const house = await openInstance(instanceParts, parts.openStores)
  const residence = new InstanceSwitch(house, () => door.refuse(503))
  try {
    if (parts.movePort !== undefined) await house.movePort(parts.movePort)
    await doors.openBoth(house.settings.listeners)
  } catch (error) {
    await house.close()
    throw error
  }
  house.begin()

  return {
    get publicUrl() {
      return doors.urls.public
    },
    get consoleUrl() {
      return doors.urls.console
    },
    get sessions() {
      return resident().house.sessions
    },
    get stores() {
      return resident().house.stores
    },
    summarize: () => resident().house.summarize(),
    backUp: () => resident().house.backUp(),
    resumed: () => {
      resume.run()
    },
    stop: async () => {
      await moving
      stopping = true
      await doors.close()
      await resident().house.close()
      monitor.stop()
    },
  }
}

/** Where the house can't be put together its stores don't stay open. */
async function openInstance(parts: InstanceParts, openStores: () => Promise<Stores>): Promise<ServerInstance> {
  const stores = await openStores()
  try {
    return await openServerInstance(parts, stores)
  } catch (error) {
    // Why it couldn't is to be told, not what followed from it.
    await stores.close().catch(() => undefined)
    throw error
  }
}

async function changeOver(residence: InstanceSwitch, house: InstanceParts, parts: ServerParts): Promise<void> {
  try {
    await residence.move(() => openInstance(house, parts.openStores))
    parts.log.info('server.restored')
  } catch (error) {
    parts.log.error('server.restore', error)
    parts.lost(error)
  }
}

/** What answers at a door, whoever lives behind it. */
function createHandlers(
  parts: ServerParts,
  door: RuntimeHandlerParts,
  addresses: ClientAddresses,
  resident: () => InstanceSwitch,
): (at: { readonly console: boolean; readonly loopbackOnly: boolean }) => Handlers {
  const { clock, random, log, consoleFolder } = parts
  const runtime = createRuntimeHandler(door)
  const app: AppParts = {
    runtime,
    answerConsole: (request) => resident().answerConsole(request),
    answerPublic: (request) => resident().answerPublic(request),
    live: {
      get ended() {
        return resident().ended
      },
      open: (token, makeSink, lastEventId) => resident().open(token, makeSink, lastEventId),
    },
    serveImage: (id) => resident().serveImage(id),
    addresses,
    clock,
    random,
    log,
    consoleFolder,
    publicAssets: readPublicAssets(consoleFolder),
  }
  const lane: Handlers['lane'] = {
    answer: door.answer,
    isStopping: door.isStopping,
    now: () => clock.now(),
    takes: (socket) => !addresses.trusts(socket.remoteAddress),
  }
  return (at) => ({ runtime, lane, app: createApp(app, at) })
}
