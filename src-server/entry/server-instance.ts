import { setMaxListeners } from 'node:events'
import type { AjaxReply, AjaxRequest, Live } from '../ajax/console/dispatch.ts'
import type { PublicReply, PublicRequest } from '../ajax/selfservice/dispatch.ts'
import type { Copy } from '../copies/copies.ts'
import type { Clock, Log, Random, Scheduler } from '../contract/ports.ts'
import type { WeakSetting } from '../contract/risk-words.ts'
import type { ServedImage } from '../contract/records/image.ts'
import type { PlatformSettings } from '../contract/records/settings.ts'
import type { KitSources } from '../kits/fill-kit.ts'
import type { HttpReply, RawCall } from '../runtime/call.ts'
import type { CallCounter } from '../runtime/call-counter.ts'
import { createRuntime } from '../runtime/pipeline.ts'
import { closeServiceContext, loadAccounts, loadServiceContext } from '../services/service-context.ts'
import type { PublicAddressService } from '../services/platform/public-address.ts'
import type { MoveMark } from '../services/move/away.ts'
import type { ProcessClock } from '../services/platform/clock-trust.ts'
import type { Sessions } from '../services/session/sessions.ts'
import { createCallHandling } from './call-handling.ts'
import { firstChores, listChores, serverChores } from './chores.ts'
import { closeAreas, createAreas, type AreaHost } from './create-areas.ts'
import { summarize, type DesktopSummary } from './desktop-summary.ts'
import { answerConsole, answerPublic } from './instance-answers.ts'
import { createDoors } from './instance-doors.ts'
import { CopyGate } from './copy-gate.ts'
import { readMissed } from './read-missed.ts'
import { LoadGate } from './load-gate.ts'
import { readFigures, type ServerFigures } from './server-figures.ts'
import { beginStewarding, resume, storeLatestAgain } from './instance-work.ts'
import type { Stores } from './stores.ts'
import { startChores, type Chore } from './schedule.ts'
import type { ServerMonitor } from './server-monitor.ts'

/** The server behind its listeners, over one opening of the data folder. A restore replaces the whole instance. */
export interface ServerInstance {
  readonly stores: Stores
  readonly sessions: Sessions
  readonly settings: PlatformSettings
  /** Where other people reach this server. */
  readonly publicAddress: PublicAddressService
  readonly live: Live
  answer(call: RawCall): HttpReply | Promise<HttpReply>
  answerConsole(request: AjaxRequest): Promise<AjaxReply | undefined>
  /** @returns undefined where the client has gone away */
  answerPublic(request: PublicRequest): Promise<PublicReply | undefined>
  serveImage(id: string): Promise<ServedImage | undefined>
  summarize(): Promise<DesktopSummary>
  /** Puts demo accounts on the board of a server that has an owner and none yet. */
  beginDemo(): Promise<void>
  /** The numbers that a monitoring program reads. */
  figures(): Promise<ServerFigures>
  /** Whether calls that change something can succeed here. */
  isReady(): Promise<boolean>
  /** The troubles of now. Empty where all is well. */
  troubles(): Promise<readonly WeakSetting[]>
  /** What everybody may know of a move. undefined where this server never moved. */
  readonly moveMark: MoveMark | undefined
  /** Copies the data before the program is replaced. @throws where the copy fails */
  backUp(): Promise<void>
  /** The file of a proof for a certificate authority. */
  proofOf(token: string): string | undefined
  /** Stores another port of the public listener. Call it before the listeners open. */
  movePort(port: number): Promise<void>
  /** Opens the HTTPS listener, if there is a certificate for it. A failure is in the log, and the server goes on. */
  openSecure(): Promise<void>
  /** Loads the trading accounts, then starts the chores and the messenger bridge. Programs get answers meanwhile. */
  begin(): void
  /** Resolves when everything is loaded. Rejects where the data can't be loaded. */
  readonly loaded: Promise<undefined>
  /** Whole percent; undefined when everything is loaded. */
  readonly percentLoaded: number | undefined
  /** Ends streams and chores, finishes the work under way, writes what waits, and closes the stores. */
  close(): Promise<void>
}

export interface InstanceParts extends Omit<AreaHost, 'serverState' | 'measureMinute'> {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Minutes the server's wall clock is ahead of UTC. */
  readonly utcOffset: (at: number) => number
  readonly scheduler: Scheduler
  readonly processClock: ProcessClock
  /** Waits until the one answer time of look-ups; tests do not wait. */
  readonly pause?: (ms: number) => Promise<void>
  /** The room for signatures of accepted calls; tests have little. */
  readonly signaturePlaces?: number
  /** The answer where this server can't take a call now. */
  readonly refuse: () => HttpReply
  readonly kitSources: KitSources
  readonly monitor: ServerMonitor
  /** Counts answers over all instances. */
  readonly counter: CallCounter
  /** Calls the hook after the machine woke from sleep: connections from before are dead. @returns removes the hook */
  readonly onResume: (hook: () => void) => () => void
  /** Checks whether the machine slept, before a chore takes the sleep for silence of the accounts. */
  readonly lookForSleep: () => void
}

export async function openServerInstance(
  parts: InstanceParts,
  stores: Stores,
  copy: Copy,
): Promise<ServerInstance> {
  const { clock, random, log, utcOffset, messenger, monitor } = parts
  const { store, telemetry } = stores
  const { processClock } = parts
  const context = await loadServiceContext({
    store,
    telemetry,
    copy,
    clock,
    random,
    log,
    utcOffset,
    processClock,
  })
  const areas = await createAreas(context, {
    ...parts,
    serverState: () => monitor.last,
    measureMinute: () => monitor.takeMinute(),
  })
  const { session, platform, applications, devices, risk } = areas
  const calls = createCallHandling({
    context,
    signatureLog: stores.signatureLog,
    signaturePlaces: parts.signaturePlaces,
    session,
    applications,
    messenger,
    kitSources: parts.kitSources,
    addressFor: (cameTo) => platform.publicAddress.current(cameTo).url,
  })
  await calls.replays.load()
  await context.followers.begin()
  const ended = new AbortController()
  const { away } = platform.move
  // Every viewer of the live stream adds one listener.
  setMaxListeners(0, ended.signal)
  const demoApp = () => areas.start.demoAccounts.current?.app
  const gate = new LoadGate(
    () => context.loader.done,
    () => clock.now(),
  )
  const copyGate = new CopyGate({
    isShared: copy.isShared,
    standing: copy.standing,
    followers: context.followers,
    steadyMs: processClock.steadyMs,
    refuse: parts.refuse,
  })
  readMissed(context)
  const doors = createDoors({
    away,
    loadGate: gate,
    copyGate,
    answer: createRuntime({ ...calls, registry: context.registry, counter: parts.counter, clock, log }),
    askConsole: answerConsole(context, areas, calls),
    askPublic: answerPublic(context, areas, calls, parts.pause),
    clock,
  })
  let loading: Promise<void> = Promise.resolve()
  let stopFirst = (): void => undefined
  let stopChores = (): void => undefined
  let stopResuming = (): void => undefined

  const beginChores = (chores: readonly Chore[]): (() => void) =>
    startChores(
      chores,
      log,
      parts.scheduler,
      parts.lookForSleep,
      () => context.clockTrust.isTrusted,
      () => context.steward.holds(),
    )
  const beginRest = (): void => {
    if (away !== undefined) {
      // Another machine sends the messages and does the chores. Programs still reach this one through the router,
      // and read where the server went.
      const kept = listChores(context, areas, calls).filter(({ name }) => name === 'router mapping')
      stopChores = beginChores([...kept, ...serverChores(parts.monitor, context, stores, areas)])
      return
    }
    beginStewarding(context, areas)
    platform.storageCare.begin()
    stopResuming = parts.onResume(() => {
      resume(context, areas)
    })
    stopChores = beginChores([
      ...listChores(context, areas, calls),
      ...serverChores(parts.monitor, context, stores, areas),
    ])
  }
  const load = async (): Promise<void> => {
    const begun = performance.now()
    try {
      if (!(await loadAccounts(context))) return
      await calls.services.deviceLogons.catchUp()
      beginRest()
      gate.open()
      const ms = Math.round(performance.now() - begun)
      log.info('server.loaded', { accounts: context.devices.size, ms })
    } catch (error) {
      gate.fail(stores.watch.refusalOf(error))
    }
  }

  return {
    stores,
    sessions: session.sessions,
    get settings() {
      return platform.platformSettings.current
    },
    publicAddress: platform.publicAddress,
    live: {
      ended: ended.signal,
      open: async (token, makeSink, lastEventId) =>
        (await doors.opensSoon()) ? devices.liveFeed.open(token, makeSink, lastEventId) : undefined,
    },
    answer: doors.answer,
    answerConsole: doors.answerConsole,
    answerPublic: doors.answerPublic,
    get moveMark() {
      return platform.move.mark
    },
    serveImage: (id) => platform.images.serve(id),
    beginDemo: async () => {
      await gate.opened
      await areas.start.firstStart.beginDemo()
    },
    summarize: async () => {
      await gate.opened
      return summarize(context.devices, risk.risks, clock.now(), demoApp())
    },
    figures: async () => {
      await gate.opened
      return readFigures(
        {
          devices: context.devices,
          risks: risk.risks,
          messages: areas.messenger.messages,
          health: platform.platformHealth,
        },
        clock.now(),
        demoApp(),
      )
    },
    isReady: async () =>
      away === undefined &&
      gate.percent === undefined &&
      copyGate.isOpen &&
      (await platform.readiness.isReady()),
    troubles: () => platform.platformHealth.troubles(),
    backUp: () => platform.backups.makeBeforeUpdate(),
    movePort: (port) => platform.platformSettings.movePort(port),
    proofOf: (token) => platform.https.proofOf(token),
    openSecure: () => platform.https.look(),
    begin: () => {
      if (away === undefined) stopFirst = beginChores(firstChores(context, calls))
      telemetry.onRenewed(() => void storeLatestAgain(context, gate.opened))
      loading = load()
    },
    loaded: gate.opened,
    get percentLoaded() {
      return gate.percent
    },
    close: async () => {
      context.loader.stop()
      await loading
      stopFirst()
      stopChores()
      calls.signatures.end()
      stopResuming()
      ended.abort()
      await closeAreas(areas)
      await closeServiceContext(context)
      await copy.leave()
      await context.followers.end()
      await stores.close()
    },
  }
}
