import { CODE } from '../contract/error-codes.ts'
import { CONNECTIONS_PER_NETWORK } from '../contract/limits.ts'
import type {
  AlertServices,
  BotInspector,
  Clock,
  LinkResolver,
  Log,
  MachineClocks,
  Mailer,
  Messenger,
  MessengerInbound,
  OutsidePoster,
  Random,
  Scheduler,
} from '../contract/ports.ts'
import { DEFAULT_SETTINGS } from '../domain/platform/settings.ts'
import { ClientAddresses } from '../http/client-address.ts'
import { findLanAddress } from './adapters/lan-address.ts'
import type { Monitoring } from '../http/monitoring.ts'
import { createBodies } from './body-limits.ts'
import { createHandlers } from './create-handlers.ts'
import { ConnectionLimit } from '../http/connection-limit.ts'
import type { RuntimeHandlerParts } from '../http/runtime-handler.ts'
import type { KitSources } from '../kits/fill-kit.ts'
import { createLocalCopies, type Copies } from '../copies/copies.ts'
import { CallCounter } from '../runtime/call-counter.ts'
import { writeStandard } from '../runtime/write-reply.ts'
import type { ListenerSettings } from '../services/platform/listeners.ts'
import type { PublicAddress } from '../services/platform/public-address.ts'
import type { MoveHost } from '../services/move/move-host.ts'
import type { PasswordCost } from '../services/session/passwords.ts'
import type { Sessions } from '../services/session/sessions.ts'
import type { BackupStore } from '../store/backup-store.ts'
import type { BringFile } from '../services/bring-over/bring-file.ts'
import type { Sealing } from '../store/sealing.ts'
import type { DesktopSummary } from './desktop-summary.ts'
import { createTxtLookup } from '../outbound/dns/txt-lookup.ts'
import type { HttpsHost } from '../services/https/create-https-services.ts'
import { TrustedAuthorities } from './adapters/trusted-authorities.ts'
import { trustingPorts } from './trusting-ports.ts'
import { HttpListeners, type ConsoleListener } from './http-listeners.ts'
import { InstanceSwitch } from './instance-switch.ts'
import type { Stores } from './stores.ts'
import { OutsideCalls } from '../services/reach/outside-calls.ts'
import { OwnCalls } from '../services/reach/own-calls.ts'
import type { ReachWorld } from '../services/reach/reach-parts.ts'
import { ResumeHooks } from './resume-hooks.ts'
import { ServerMetrics } from './server-metrics.ts'
import { openInstance, swapInstance } from './open-instance.ts'
import type { InstanceParts } from './server-instance.ts'
import { ServerMonitor } from './server-monitor.ts'
import { watchSleep } from './sleep-watch.ts'

export interface ServerParts {
  /** A server for trying. Each screen says so. */
  readonly demo?: boolean
  /** Opens the data folder: at the start, and again after a restore. */
  readonly openStores: () => Promise<Stores>
  /** The copies of this server. Absent: this process is the only one. */
  readonly copies?: Copies
  readonly backupStore: BackupStore
  /** What a move to another machine needs from this one. */
  readonly moveHost: MoveHost
  /** The file of another system on its way here. */
  readonly bringFile: BringFile
  readonly sealing: Sealing
  /** Called when the recovery key is confirmed or replaced: a file with it is not needed any more. */
  readonly recoveryKeyStored: () => void
  readonly clock: Clock
  readonly scheduler: Scheduler
  /** Milliseconds by a clock that nobody sets. */
  readonly steadyMs?: () => number
  /** The clocks by which the server notices that the machine slept. */
  readonly sleepClocks?: MachineClocks
  readonly random: Random
  /** The cost of a password hash; tests use a low one. */
  readonly passwordCost?: PasswordCost
  /** The room for signatures of accepted calls; tests have little. */
  readonly signaturePlaces?: number
  /** Waits until the one answer time of customers' look-ups; tests do not wait. */
  readonly pause?: (ms: number) => Promise<void>
  readonly log: Log
  readonly messenger: Messenger & BotInspector
  readonly inbound: MessengerInbound
  readonly mailer: Mailer
  readonly alertServices: AlertServices
  readonly links: LinkResolver
  readonly poster: OutsidePoster
  /** The router, firewall and names around this machine. */
  readonly reachWorld: ReachWorld
  /** The sources of the kits. */
  readonly kitSources: KitSources
  /** The built renderer. */
  readonly consoleFolder: string
  readonly version: string
  /** Settings of the public listener that the command line fixes: they win over stored ones. */
  readonly fixed: Partial<ListenerSettings>
  /** Settings of the public listener where none were ever stored. */
  readonly listenerDefaults?: Partial<ListenerSettings>
  /** A new port of the public listener. It is stored and replaces the stored one. */
  readonly movePort?: number
  /** Listening sockets of the public listener. */
  readonly sockets: number
  /** Other copies on this machine listen on the same public port. */
  readonly sharesPort?: boolean
  readonly consoleListener: ConsoleListener
  readonly readFile: (path: string) => Buffer
  /** The pass phrase of the key that the command line names. */
  readonly tlsPassPhrase?: string
  /** Calls of DNS providers; tests have stand-ins. */
  readonly dns?: HttpsHost['dns']
  readonly lookUpTxt?: HttpsHost['lookUpTxt']
  /** Where authorities look for proofs, if that isn't the public port. */
  readonly openProofPort?: HttpsHost['openProofPort']
  /** This machine's address in its network. */
  readonly lanAddress?: () => string | undefined
  readonly utcOffset: (at: number) => number
  /** Called when a restore can't be finished: the server answers nothing any more, and the next start finishes the restore. */
  readonly restoreFailed: (error: unknown) => void
}

export interface RunningServer {
  /** The public listener, as a client on this machine reaches it. */
  readonly publicUrl: string
  /** Where other people reach this server. */
  readonly publicAddress: PublicAddress
  readonly consoleUrl: string
  readonly sessions: Sessions
  /** The stores open now; a restore opens new ones. */
  readonly stores: Stores
  /** Resolves when all trading accounts are in memory. Rejects where they can't be loaded. */
  readonly loaded: Promise<undefined>
  /** The figures that the desktop's tray shows now. */
  summarize(): Promise<DesktopSummary>
  /** Copies the data before the program is replaced. @throws where the copy fails */
  backUp(): Promise<void>
  /** Puts demo accounts on the board of a server that has an owner and none yet. */
  beginDemo(): Promise<void>
  /** The machine slept and woke. */
  resumed(): void
  /** Tells balancers to send nothing more. Calls are answered as before. */
  drain(): void
  /** Stops accepting, answers the calls under way, writes what waits, closes the stores. */
  stop(): Promise<void>
}

/** The codes of refusals before a call is read. */
const REFUSALS = { 413: CODE.wrongData, 429: CODE.tooMany, 503: CODE.stopping } as const

/** Opens the data, creates the server, and opens its listeners. */
export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const { clock } = parts
  const addresses = new ClientAddresses()
  const limit = new ConnectionLimit(CONNECTIONS_PER_NETWORK, (address) => addresses.trusts(address))
  const steadyMs = parts.steadyMs ?? (() => performance.now())
  const monitor = new ServerMonitor(clock, parts.version, () => limit.open, steadyMs)
  const counter = new CallCounter()
  const outsideCalls = new OutsideCalls(clock)
  const ownCalls = new OwnCalls(parts.random)
  const resume = new ResumeHooks()
  const hasSlept = watchSleep(parts.sleepClocks ?? { wallMs: Date.now, steadyMs: () => performance.now() })
  let stopping = false
  let draining = false
  let swapping: Promise<void> | undefined

  // The listeners open after the instance exists, so no call comes before it.
  const instances = (): InstanceSwitch => instanceSwitch
  const bodies = createBodies()
  const runtime: RuntimeHandlerParts = {
    log: parts.log,
    answer: (call) => {
      outsideCalls.note(call.ip)
      return monitor.answer(() => instances().answer(call))
    },
    refuse: (status) => ({
      ...writeStandard({ settings: undefined, now: clock.now(), value: '' }, { code: REFUSALS[status] }),
      status,
    }),
    bodies: bodies.public,
    isStopping: () => stopping,
    addressOf: (request) => addresses.of(request),
    originOf: (request) => addresses.originOf(request),
  }
  const monitoring: Monitoring = {
    percentLoaded: () => instances().current.percentLoaded,
    isReady: async () =>
      !stopping && !draining && !instances().isSwapping && (await instances().current.isReady()),
    troubles: () => instances().ask((instance) => instance.troubles()),
    metrics: new ServerMetrics({
      calls: counter,
      state: () => monitor.last,
      figures: () => instances().ask((instance) => instance.figures()),
    }),
  }
  const handlers = createHandlers(
    parts,
    runtime,
    addresses,
    instances,
    monitoring,
    bodies,
    { ownCalls, outsideCalls },
    () => listeners.urls.secure,
  )
  const listeners: HttpListeners = new HttpListeners({
    limit,
    public: (console) => handlers({ console, loopbackOnly: false }),
    console: handlers({ console: true, loopbackOnly: true }),
    consoleListener: parts.consoleListener,
    sockets: parts.sockets,
    sharesPort: parts.sharesPort ?? false,
    readFile: parts.readFile,
    ...(parts.tlsPassPhrase !== undefined && { passPhrase: parts.tlsPassPhrase }),
  })
  const trusted = new TrustedAuthorities()
  const instanceParts: InstanceParts = {
    ...parts,
    ...trustingPorts(trusted, { ...parts, dns: parts.dns ?? { fetch } }),
    trustAll: () => {
      trusted.load()
    },
    lookUpTxt: parts.lookUpTxt ?? createTxtLookup(),
    openProofPort: parts.openProofPort,
    processClock: { steadyMs, trusted: undefined },
    refuse: () => runtime.refuse(503),
    listeners,
    monitor,
    counter,
    outsideCalls,
    ownCalls,
    onResume: (hook) => resume.add(hook),
    lookForSleep: () => {
      if (!hasSlept()) return
      parts.log.info('server.slept')
      resume.run()
    },
    lanAddress: parts.lanAddress ?? (() => findLanAddress()),
    listenerDefaults: { ...DEFAULT_SETTINGS.listeners, ...parts.listenerDefaults },
    applySettings: (settings) => {
      addresses.configure(settings.client_address)
      trusted.trust(settings.trust.authorities)
      listeners.sort()
      listeners.serveConsole(settings.listeners.console_public)
    },
    reopen: () => {
      swapping = swapInstance(instances(), instanceParts, opening)
    },
  }

  const opening = { ...parts, copies: parts.copies ?? createLocalCopies() }
  const first = await openInstance(instanceParts, opening)
  const instanceSwitch = new InstanceSwitch(first, () => runtime.refuse(503))
  try {
    if (parts.movePort !== undefined) await first.movePort(parts.movePort)
    await listeners.openBoth(first.settings.listeners)
    await first.openSecure()
  } catch (error) {
    await first.close()
    throw error
  }
  first.begin()

  return {
    get publicUrl() {
      return listeners.urls.public
    },
    get publicAddress() {
      return instances().current.publicAddress.current()
    },
    get consoleUrl() {
      return listeners.urls.console
    },
    get sessions() {
      return instances().current.sessions
    },
    get stores() {
      return instances().current.stores
    },
    get loaded() {
      return instances().current.loaded
    },
    beginDemo: () => instances().ask((instance) => instance.beginDemo()),
    summarize: () => instances().current.summarize(),
    backUp: () => instances().current.backUp(),
    resumed: () => {
      resume.run()
    },
    drain: () => {
      draining = true
    },
    stop: async () => {
      await swapping
      stopping = true
      await listeners.close()
      await instances().current.close()
      monitor.stop()
    },
  }
}
