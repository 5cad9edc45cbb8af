import type { Clock, Log, Random } from '../contract/ports.ts'
import type { Bus } from '../copies/bus.ts'
import type { Copy } from '../copies/copies.ts'
import { Stewardship } from '../copies/stewardship.ts'
import { Followers } from '../copies/followers.ts'
import type { RuleSubject } from '../contract/rule-names.ts'
import { isPassingFailure, StorageFailure } from '../contract/storage-failure.ts'
import type { Command } from '../domain/device/command.ts'
import type { Store } from '../store/store.ts'
import type { TelemetryStore } from '../store/telemetry-store.ts'
import { AccountLoader } from '../telemetry/account-loader.ts'
import { AccountLimitBook } from '../telemetry/account-limit-book.ts'
import { CodeJournal } from '../telemetry/code-journal.ts'
import { DroppedWork } from '../telemetry/dropped-work.ts'
import { CommandLifecycle } from '../telemetry/command-lifecycle.ts'
import { EarlyPulses } from '../telemetry/early-pulses.ts'
import type { LiveDevice } from '../telemetry/live-device.ts'
import { LiveStream } from '../telemetry/live-stream.ts'
import { DeviceRegistry } from '../telemetry/registry.ts'
import { RuleBook } from '../telemetry/rules/rule-book.ts'
import { WriteBehind } from '../telemetry/write-behind.ts'
import { AgentBans } from './agents/agent-bans.ts'
import { AgentRights } from './agents/agent-rights.ts'
import { AgentTree } from './agents/agent-tree.ts'
import { PersonZones } from './alerts/person-zones.ts'
import { ApplicationRegistry } from './applications/application-registry.ts'
import { CallUseCounter } from './applications/call-uses.ts'
import { auditCommands } from './devices/command-audit.ts'
import { SharedPulses } from './devices/shared-pulses.ts'
import { followCommits } from './following.ts'
import { MarketBook } from './markets/market-book.ts'
import { MessengerPace } from './messenger/messenger-pace.ts'
import { NoticePost } from './notices/notice-post.ts'
import { ClockTrust, type ProcessClock } from './platform/clock-trust.ts'
import { Jobs } from './platform/jobs.ts'
import { SharedJobs } from './platform/shared-jobs.ts'
import { commandsHappened } from './webhooks/commands-happened.ts'
import { withPauses } from './with-pauses.ts'
import { createRuleEngine, lookBackByRules, resumeRuleEngine, type RuleEngine } from './rules/rule-engine.ts'
import { LimitRefresh } from './risk/limit-refresh.ts'
import {
  createRiskWatches,
  lookBackAtRisks,
  resumeRiskWatches,
  type RiskWatches,
} from './risk/risk-watches.ts'

/** The parts from outside: the open stores and the ports. */
export interface ContextDeps {
  readonly store: Store
  readonly telemetry: TelemetryStore
  /** This process among the copies of the server. */
  readonly copy: Copy
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly processClock: ProcessClock
  /** Minutes the server's wall clock is ahead of UTC. */
  readonly utcOffset: (at: number) => number
}

/** The parts that several areas share: the stores, the ports, and the server's memory. An area's factory picks from them. */
export interface ServiceContext extends ContextDeps {
  readonly bus: Bus
  readonly steward: Stewardship
  readonly followers: Followers
  readonly registry: ApplicationRegistry
  readonly callUses: CallUseCounter
  readonly bans: AgentBans
  readonly agentTree: AgentTree
  readonly agentRights: AgentRights
  readonly devices: DeviceRegistry
  readonly loader: AccountLoader
  readonly earlyPulses: EarlyPulses
  readonly commands: CommandLifecycle
  readonly stream: LiveStream
  readonly journal: CodeJournal
  readonly writeBehind: WriteBehind
  readonly sharedPulses: SharedPulses
  readonly dropped: DroppedWork
  readonly jobs: Jobs
  readonly noticePost: NoticePost
  readonly messengerPace: MessengerPace
  readonly markets: MarketBook
  readonly watches: RiskWatches
  readonly rules: RuleEngine
  readonly clockTrust: ClockTrust
}

/** Creates the shared state and loads from the stores what lives in memory, except the trading accounts (loadAccounts). */
export async function loadServiceContext(deps: ContextDeps): Promise<ServiceContext> {
  const { store, telemetry, clock, log } = deps
  const { bus } = deps.copy
  const steward = new Stewardship({ ...deps, steadyMs: deps.processClock.steadyMs })
  await steward.begin()
  const followers = followersOf(deps)
  const registry = new ApplicationRegistry()
  const bans = new AgentBans()
  const agentTree = new AgentTree()
  const agentRights = new AgentRights(agentTree)
  const stream = new LiveStream(clock, bus, steward.name)
  const book = new RuleBook({
    agentsFrom: (agent) => agentTree.chainOf(agent),
    isDemo: (app) => registry.find(app)?.settings.demo ?? false,
  })
  const covers = (live: LiveDevice, subject: RuleSubject) => book.covers(live, subject)
  const markets = new MarketBook(() => {
    stream.calendar()
  })
  const dropped = new DroppedWork(log)
  const watches = createRiskWatches({ ...deps, dropped, bus, steward, registry, stream, covers, markets })
  const limits = new AccountLimitBook({
    applicationOf: (app) => registry.find(app)?.settings,
    rulesOf: (live) => book.of(live)?.all,
  })
  const devices = new DeviceRegistry(
    (app) => registry.ownerOf(app),
    stream,
    (live) => limits.of(live),
  )
  const showStep = (live: LiveDevice, command: Command) => {
    stream.command(live, command)
    watches.closes.follow(live, command)
  }
  const commands = new CommandLifecycle({
    store,
    registry: devices,
    clock,
    log,
    rearms: (app) => registry.find(app)?.settings.mt5.rearmCloseAll ?? false,
    record: auditCommands,
    happened: commandsHappened,
    announce: (live, command) => {
      showStep(live, command)
      bus.publish('command', command)
    },
  })
  // The change feed brings the newest command alone, and each step is news.
  bus.subscribe('command', (command) => {
    commands.follow(command)
    const live = devices.loaded(command.deviceId)
    if (live !== undefined) showStep(live, command)
  })
  const rules = createRuleEngine({
    ...deps,
    steward,
    dropped,
    book,
    registry,
    devices,
    commands,
    watches,
    markets,
  })
  followCommits(followers, { registry, bans, agentTree, agentRights, devices, commands, rules }, () =>
    clock.now(),
  )
  await registry.load(store)
  await bans.load(store)
  await agentTree.load(store)
  await agentRights.load(store)
  await book.load(store, clock.now())
  const clockTrust = new ClockTrust({ store, telemetry, clock, log, process: deps.processClock })
  await clockTrust.load()
  const earlyPulses = new EarlyPulses(true)
  return {
    ...deps,
    bus,
    steward,
    followers,
    registry,
    callUses: new CallUseCounter(),
    bans,
    agentTree,
    agentRights,
    devices,
    loader: new AccountLoader({ store, telemetry, devices }),
    earlyPulses,
    commands,
    stream,
    journal: new CodeJournal(telemetry, dropped, bus),
    writeBehind: new WriteBehind(telemetry, dropped),
    dropped,
    sharedPulses: new SharedPulses({
      earlyPulses,
      standing: deps.copy.standing,
      ...watches,
      bus,
      steward,
      registry,
      devices,
      commands,
      stream,
      rules: rules.watch,
    }),
    jobs: new Jobs({
      board: stream,
      shared: deps.copy.isShared
        ? new SharedJobs({ store, copy: steward.name, steadyMs: deps.processClock.steadyMs, clock })
        : undefined,
      prefix: steward.name,
      clock,
      log,
    }),
    noticePost: new NoticePost(new PersonZones(deps.utcOffset)),
    messengerPace: new MessengerPace(),
    markets,
    watches,
    rules,
    clockTrust,
  }
}

/** Commits of this copy are followed at once, and those of other copies from `begin` on. */
function followersOf({ store, copy, log }: ContextDeps): Followers {
  const followers = new Followers(store, (error) => {
    // The copy answers no call meanwhile, and the log says already that the store is away.
    if (!isPassingFailure(error)) log.error('changes.follow', error)
  })
  store.onChanged((changes) => {
    const following = followers.followOwn(changes)
    copy.feed.publish(changes)
    return following
  })
  copy.feed.subscribe((changes) => followers.followOthers(changes))
  return followers
}

/**
 * Loads the trading accounts, and continues the watches and rules where they stopped. Calls of programs are answered
 * meanwhile.
 * @returns whether everything is loaded: false where the loader was stopped
 */
export async function loadAccounts(context: ServiceContext): Promise<boolean> {
  const { store, registry, devices, loader, commands, rules, watches, steward, clock, log } = context
  if (!(await loader.load())) return false
  commands.resume(loader.ordered())
  await resumeWatching(context)
  await lookBackAtRisks(watches, { store, devices, ordered: loader.ordered() }, clock.now())
  steward.add({
    resume: () => resumeWatching(context),
    lookBack: async () => {
      await lookBackByRules(rules, devices, clock.now())
      await lookBackAtRisks(watches, { store, devices, ordered: devices.all() }, clock.now())
    },
    stop: () => {
      rules.firings.dropWaiting()
      watches.events.dropWaiting()
      // This copy may have counted events that it stores no more.
      watches.events.load().catch((error: unknown) => {
        log.error('risk_events.load', error)
      })
    },
  })
  const limitRefresh = new LimitRefresh({ devices, criticals: watches.criticals, clock, log })
  registry.onChange(() => {
    limitRefresh.start()
  })
  rules.book.onChange(() => {
    limitRefresh.start()
  })
  return true
}

async function resumeWatching({ store, devices, rules, watches, clock }: ServiceContext): Promise<void> {
  const now = clock.now()
  await resumeRuleEngine(rules, store, devices, now)
  await resumeRiskWatches(watches, devices, now)
  for await (const live of withPauses(devices.all())) devices.refreshLimitsOf(live)
}

/**
 * Ends the jobs and writes what waits in memory. The stores stay open. A storage that can't write must not
 * keep the server from its end: a restore of damaged data waits for it.
 */
export async function closeServiceContext(context: ServiceContext): Promise<void> {
  const { store, steward, registry, callUses, jobs, writeBehind, watches, rules, journal, clockTrust, log } =
    context
  await jobs.stop()
  const steps = [
    () => clockTrust.keep(),
    () => registry.saveCalls(store),
    () => callUses.save(store),
    () => writeBehind.drain(),
    () => rules.firings.flush(),
    () => rules.equities.drain(),
    () => watches.events.flush(),
    () => journal.drain(),
    () => steward.end(),
  ]
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
      log.error('server.close', error)
    }
  }
}
