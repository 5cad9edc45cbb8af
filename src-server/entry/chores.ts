import { BEAT_MS } from '../copies/stewardship.ts'
import { copyChores } from './copy-chores.ts'
import { missPulses } from './read-missed.ts'
import type { ServiceContext } from '../services/service-context.ts'
import type { CallHandling } from './call-handling.ts'
import type { Areas } from './create-areas.ts'
import type { Stores } from './stores.ts'
import type { Chore } from './schedule.ts'
import { tidyChores } from './tidy-chores.ts'
import type { ServerMonitor } from './server-monitor.ts'

/** The periodic work that begins with the first call: what waits in memory goes to the disk and to other copies. */
export function firstChores(context: ServiceContext, { signatures }: CallHandling): Chore[] {
  const { store, bus, steward, registry, callUses, writeBehind, journal, clockTrust } = context
  return [
    { name: 'steward', everyMs: BEAT_MS, run: () => steward.beat() },
    {
      name: 'bus',
      everyMs: 250,
      run: () => {
        bus.flush()
      },
    },
    {
      name: 'telemetry',
      everyMs: 250,
      run: () => {
        writeBehind.flush()
        journal.flush()
      },
    },
    { name: 'clock', everyMs: 60_000, run: () => clockTrust.keep() },
    { name: 'call uses', everyMs: 2000, run: () => callUses.save(store) },
    { name: 'counters', everyMs: 250, run: () => registry.saveCalls(store) },
    { name: 'signatures to disk', everyMs: 1000, run: () => signatures.settle() },
  ]
}

/** The periodic work of the use cases that begins when all accounts are loaded. */
export function listChores(context: ServiceContext, areas: Areas, calls: CallHandling): Chore[] {
  return [
    ...screenChores(context, areas),
    ...watchChores(context, areas),
    ...deliveryChores(context, areas),
    ...tidyChores(context, areas, calls),
    ...copyChores(context, calls),
  ]
}

/** Brings changes to the live stream and the search index. */
function screenChores({ stream }: ServiceContext, areas: Areas): Chore[] {
  const { searchIndex } = areas.platform
  return [
    {
      name: 'stream',
      everyMs: 250,
      run: () => {
        stream.flush()
      },
    },
    { name: 'search index', everyMs: 20, atStart: true, run: () => searchIndex.keepUp() },
  ]
}

/** Commands, risks, requests and mails that become due as time passes. */
function watchChores(
  context: ServiceContext,
  { risk, requests, notices, webhooks, start, fleet }: Areas,
): Chore[] {
  const { copy, registry, devices, commands, stream, watches, rules, steward, clock } = context
  const { risks, alertBursts, alertEscalations, marketLearning } = risk
  return [
    {
      name: 'demo accounts',
      atSteward: true,
      everyMs: 1000,
      run: () => {
        start.demoAccounts.move()
      },
    },
    { name: 'fleet samples', atSteward: true, everyMs: 250, run: fleet.sampleFleet },
    { name: 'commands', atSteward: true, everyMs: 1000, run: () => commands.sweep() },
    { name: 'risk events', atSteward: true, everyMs: 250, run: () => watches.events.flush() },
    { name: 'alerts', atSteward: true, everyMs: 1000, atStart: true, run: () => alertBursts.sweep() },
    {
      name: 'escalations',
      atSteward: true,
      waitsForClock: true,
      everyMs: 2000,
      atStart: true,
      run: () => alertEscalations.sweep(),
    },
    { name: 'rule firings', atSteward: true, everyMs: 250, run: () => rules.firings.flush() },
    {
      name: 'rules',
      everyMs: 1000,
      run: async () => {
        rules.book.startDue(clock.now())
        // Pulses of other copies come by the same way as their commits.
        if (!copy.standing.isCurrent) missPulses(context)
        if (!steward.holds()) return
        rules.sweep.sweep(devices, clock.now())
        await rules.equities.flush()
      },
    },
    {
      name: 'silence',
      atSteward: true,
      everyMs: 1000,
      run: () => {
        watches.silences.sweep(devices, registry, clock.now())
      },
    },
    { name: 'markets', atSteward: true, everyMs: 5000, run: () => marketLearning.look() },
    {
      name: 'terminals',
      everyMs: 5000,
      run: () => {
        watches.terminals.sweep(devices, clock.now())
      },
    },
    {
      name: 'risks',
      everyMs: 2000,
      atStart: true,
      run: async () => {
        stream.risk(await risks.count())
      },
    },
    {
      name: 'requests',
      atSteward: true,
      waitsForClock: true,
      everyMs: 1000,
      atStart: true,
      run: () => requests.requests.expireDue(),
    },
    {
      name: 'ended licences',
      atSteward: true,
      waitsForClock: true,
      everyMs: 5000,
      run: () => webhooks.webhookEnds.sweep(),
    },
    {
      name: 'daily mails',
      atSteward: true,
      waitsForClock: true,
      everyMs: 1000,
      atStart: true,
      run: () => notices.dailyMails.sweep(),
    },
    {
      name: 'request notices',
      atSteward: true,
      waitsForClock: true,
      everyMs: 2000,
      atStart: true,
      run: () => notices.requestNotices.sweep(),
    },
  ]
}

/** Messages out and in, the addresses of files and updates, the way from outside, and backups. */
function deliveryChores(
  { stream }: ServiceContext,
  { messenger, applications, platform, reach }: Areas,
): Chore[] {
  const { deliveries, messages, messengerBridge } = messenger
  return [
    { name: 'deliveries', atSteward: true, everyMs: 250, atStart: true, run: () => deliveries.look() },
    { name: 'messages', everyMs: 2000, run: () => stream.messages((scope) => messages.countsIn(scope)) },
    {
      name: 'messenger bridge',
      everyMs: 1000,
      run: () => {
        messengerBridge.look()
      },
    },
    { name: 'file links', atSteward: true, everyMs: 600_000, run: () => applications.fileLinks.resolveDue() },
    {
      name: 'update addresses',
      atSteward: true,
      everyMs: 600_000,
      run: () => applications.updateAddresses.resolveDue(),
    },
    {
      name: 'router mapping',
      atSteward: true,
      everyMs: 1000,
      atStart: true,
      run: () => reach.routerMappings.look(),
    },
    { name: 'dynamic dns', atSteward: true, everyMs: 2000, run: () => reach.dynamicDns.look() },
    { name: 'reach', atSteward: true, everyMs: 5000, run: () => reach.reach.look() },
    { name: 'backups', atSteward: true, everyMs: 60_000, run: () => platform.backups.makeDue() },
  ]
}

/** The state of the server itself. */
export function serverChores(
  monitor: ServerMonitor,
  { stream, clockTrust }: ServiceContext,
  { store, telemetry }: Stores,
  { platform }: Areas,
): Chore[] {
  return [
    {
      name: 'server state',
      everyMs: 5000,
      run: () => {
        const figures = monitor.take(store.size() + telemetry.size())
        stream.server({ ...figures, clock_doubt: clockTrust.doubt })
      },
    },
    { name: 'health history', everyMs: 5000, run: () => platform.healthHistory.sampleDue() },
    { name: 'storage state', everyMs: 5000, run: () => platform.storageCare.show() },
    // When the terminals have connected again: a large database takes a while.
    { name: 'storage check', everyMs: 6000, run: () => platform.storageCare.checkOnce() },
    { name: 'certificate', everyMs: 5000, run: () => platform.https.look() },
  ]
}
