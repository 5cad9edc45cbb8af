import type { AgentServices } from '../ajax/console/agents.ts'
import type { ConsoleServices } from '../ajax/console/index.ts'
import type { MessageServices } from '../ajax/console/messages.ts'
import type { MessengerServices } from '../ajax/console/messenger.ts'
import type { PlatformServices } from '../ajax/console/platform.ts'
import type { RequestServices } from '../ajax/console/requests.ts'
import type { RiskServices } from '../ajax/console/risks.ts'
import type { Clock, LinkResolver, Log, Messenger, Random } from '../contract/ports.ts'
import type { RuntimeServices } from '../runtime/endpoint.ts'
import { CallExampleBuilder } from '../runtime/example/build-example.ts'
import { Inspector } from '../runtime/inspector.ts'
import { endpointsByName } from '../runtime/pipeline.ts'
import { ReplayMemory } from '../runtime/replay-memory.ts'
import { AccountChanges } from '../services/accounts/account-changes.ts'
import { AccountRecharges } from '../services/accounts/account-recharges.ts'
import { AccountTransfers } from '../services/accounts/account-transfers.ts'
import { Accounts } from '../services/accounts/accounts.ts'
import { AgentBans } from '../services/agents/agent-bans.ts'
import { AgentRights } from '../services/agents/agent-rights.ts'
import { AgentTree } from '../services/agents/agent-tree.ts'
import { ApplicationRegistry } from '../services/applications/application-registry.ts'
import { ApplicationKeys } from '../services/applications/application-keys.ts'
import { Applications } from '../services/applications/applications.ts'
import { AuditLog } from '../services/platform/audit-log.ts'
import { Capabilities } from '../services/applications/capabilities.ts'
import { Batches } from '../services/codes/batches.ts'
import { CodeExports } from '../services/codes/code-exports.ts'
import { CodeGeneration } from '../services/codes/code-generation.ts'
import { CodeImports } from '../services/codes/code-imports.ts'
import { Codes } from '../services/codes/codes.ts'
import { auditCommand } from '../services/devices/command-audit.ts'
import { DeviceControls } from '../services/devices/device-controls.ts'
import { DeviceTransfers } from '../services/devices/device-transfers.ts'
import { Devices } from '../services/devices/devices.ts'
import { FileLinks } from '../services/applications/file-links.ts'
import { Files } from '../services/applications/files.ts'
import { JobDesk } from '../services/platform/job-desk.ts'
import { Jobs } from '../services/platform/jobs.ts'
import { LiveFeed } from '../services/devices/live-feed.ts'
import { MessengerPace } from '../services/messenger/messenger-pace.ts'
import { Palette } from '../services/platform/palette.ts'
import { Agents } from '../services/agents/agents.ts'
import { Developers } from '../services/people/developers.ts'
import { Invitations } from '../services/people/invitations.ts'
import type { PasswordCost } from '../services/session/passwords.ts'
import { People } from '../services/people/people.ts'
import { Plans } from '../services/people/plans.ts'
import { Staff } from '../services/people/staff.ts'
import { StaffRoles } from '../services/people/staff-roles.ts'
import { SavedViews } from '../services/platform/saved-views.ts'
import { RecycleBin } from '../services/codes/recycle-bin.ts'
import { SearchIndex } from '../services/platform/search-index.ts'
import type { Sessions } from '../services/session/sessions.ts'
import { UpdateAddresses } from '../services/applications/update-addresses.ts'
import { CodeJournal } from '../telemetry/code-journal.ts'
import { CommandLifecycle } from '../telemetry/command-lifecycle.ts'
import { LiveStream } from '../telemetry/live-stream.ts'
import { DeviceRegistry } from '../telemetry/registry.ts'
import { WriteBehind } from '../telemetry/write-behind.ts'
import { composeLicences } from './compose-licences.ts'
import { composeRiskWatch, type RiskWatch } from './compose-risk.ts'
import { composeRuntime, createCallMemory, pauseFor, type RuntimeGrounds } from './compose-runtime.ts'
import { composeSales } from './compose-sales.ts'
import { composeServers } from './compose-servers.ts'
import { composeSignIn, type SignInServices } from './compose-sign-in.ts'
import type { Stores } from './open-stores.ts'
import { prepareRehearsals } from './rehearsal.ts'
import type { Chore } from './schedule.ts'

export interface Services {
  readonly registry: ApplicationRegistry
  readonly bans: AgentBans
  readonly agentTree: AgentTree
  readonly agentRights: AgentRights
  readonly devices: DeviceRegistry
  readonly commands: CommandLifecycle
  readonly journal: CodeJournal
  readonly stream: LiveStream
  readonly sessions: Sessions
  readonly liveFeed: LiveFeed
  readonly runtime: RuntimeServices
  readonly replays: ReplayMemory
  /** Without those of the platform (compose-platform.ts), of requests (compose-requests.ts), agents (compose-agents.ts) and mails (compose-notices.ts). */
  readonly console: Omit<
    ConsoleServices,
    | keyof PlatformServices
    | keyof RequestServices
    | keyof Omit<AgentServices, 'agents'>
    | keyof RiskServices
    | keyof MessageServices
    | keyof MessengerServices
  >
  readonly jobs: Jobs
  readonly noticePost: SignInServices['noticePost']
  readonly riskWatch: RiskWatch
  readonly messengerPace: MessengerPace
  /** What is to be done again and again while the server runs. */
  readonly chores: readonly Chore[]
  /** Finishes what is under way and writes what waits. */
  drain(): Promise<void>
}

/** Puts the use cases together over open stores, and reads into memory what lives there. */
export async function composeServices(parts: {
  readonly stores: Stores
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly messenger: Messenger
  readonly links: LinkResolver
  /** Minutes the server's wall clock is ahead of UTC. */
  readonly utcOffset: (at: number) => number
  readonly ownAddress: RuntimeServices['ownAddress']
  readonly passwordCost?: PasswordCost
}): Promise<Services> {
  const { clock, random, log, messenger, links } = parts
  const { store, telemetry } = parts.stores

  const registry = new ApplicationRegistry()
  const bans = new AgentBans()
  const agentTree = new AgentTree()
  const agentRights = new AgentRights(agentTree)
  const stream = new LiveStream(clock)
  const riskWatch = composeRiskWatch({
    store,
    applications: registry,
    stream,
    clock,
    log,
    utcOffset: parts.utcOffset,
  })
  const devices = new DeviceRegistry((app) => registry.ownerOf(app), stream)
  const commands = new CommandLifecycle({
    store,
    registry: devices,
    clock,
    log,
    rearms: (app) => registry.find(app)?.settings.mt5.rearmCloseAll ?? false,
    record: auditCommand,
    announce: (live, command) => {
      stream.command(live, command)
      riskWatch.closes.follow(live, command)
    },
  })
  const writeBehind = new WriteBehind(telemetry, log)
  const journal = new CodeJournal(telemetry, log)
  await registry.load(store)
  await bans.load(store)
  await agentTree.load(store)
  await agentRights.load(store)
  await devices.load(store, telemetry)
  commands.resume()
  await riskWatch.resume(devices)

  const jobs = new Jobs({ board: stream, clock, log })
  const signIn = composeSignIn({ ...parts, store })
  const { passwords, credentials, sessions, noticePost } = signIn
  const invitations = new Invitations({ store, ...signIn, clock, random })
  const people = new People({ store, passwords, invitations, bans, clock })
  const updateAddresses = new UpdateAddresses({ store, registry, links, clock, log })
  await updateAddresses.load()
  const applications = new Applications({ store, registry, devices, updateAddresses, clock, random })
  const fileLinks = new FileLinks({ store, links, clock })
  const files = new Files({ store, applications, fileLinks, clock })
  const deviceService = new Devices({ store, telemetry, devices, applications, clock })
  const saveCalls = () => registry.saveCalls(store)
  const searchIndex = new SearchIndex(store)
  const recycleBin = new RecycleBin({ store, registry, clock })

  const messengerPace = new MessengerPace()
  const grounds: RuntimeGrounds = {
    ...riskWatch,
    store,
    registry,
    bans,
    devices,
    commands,
    writeBehind,
    stream,
    journal,
    passwords,
    credentials,
    noticePost,
    messenger,
    pause: pauseFor,
    memory: createCallMemory(random, messengerPace),
    files,
    updateAddresses,
    clock,
    random,
    log,
    ownAddress: parts.ownAddress,
  }
  const runtime = composeRuntime(grounds)
  const replays = new ReplayMemory()

  return {
    registry,
    bans,
    agentTree,
    agentRights,
    devices,
    commands,
    journal,
    stream,
    sessions,
    liveFeed: new LiveFeed({ sessions, stream }),
    runtime,
    replays,
    jobs,
    noticePost,
    riskWatch,
    messengerPace,
    console: {
      ...signIn.console,
      applications,
      applicationKeys: new ApplicationKeys({ applications, clock, random }),
      callExamples: new CallExampleBuilder({ registry, clock }),
      ...composeSales({ store, registry, applications, journal, clock, random }),
      batches: new Batches({ store, registry, clock }),
      codes: new Codes({ store, devices, journal, clock }),
      codeGeneration: new CodeGeneration({ store, applications, jobs, clock, random }),
      ...composeLicences({ store, registry, devices, deviceService, journal, jobs, clock }),
      codeExports: new CodeExports({ store, registry, clock }),
      codeImports: new CodeImports({ store, applications, clock }),
      accounts: new Accounts({ store, applications, passwords, clock, random }),
      accountChanges: new AccountChanges({ store, registry, jobs, clock }),
      accountRecharges: new AccountRecharges({ store, registry, bans, journal, clock }),
      accountTransfers: new AccountTransfers({ store, applications, passwords, clock, random }),
      capabilities: new Capabilities({ store, registry, applications, clock }),
      devices: deviceService,
      jobDesk: new JobDesk({ store, jobs, clock }),
      files,
      people,
      developers: new Developers({ store, people, registry, clock }),
      agents: new Agents({ store, people, tree: agentTree, clock }),
      plans: new Plans({ store, clock }),
      staff: new Staff({ store, people, clock }),
      staffRoles: new StaffRoles({ store, clock }),
      invitations,
      deviceTransfers: new DeviceTransfers({
        store,
        registry: devices,
        devices: deviceService,
        applications,
        clock,
      }),
      ...composeServers({ store, devices, registry, applications, ...riskWatch, clock }),
      deviceControls: new DeviceControls({ devices: deviceService, commands, rights: agentRights, jobs }),
      auditLog: new AuditLog({ store, jobs, clock }),
      savedViews: new SavedViews({ store, clock }),
      palette: new Palette({ store }),
      inspector: new Inspector({
        registry,
        endpoints: endpointsByName(),
        replays,
        rehearse: prepareRehearsals({ ...parts, ...signIn, grounds, telemetry }),
        calls: riskWatch.callLog,
        clock,
        log,
      }),
    },
    chores: [
      {
        name: 'telemetry',
        everyMs: 250,
        run: () => {
          writeBehind.flush()
          journal.flush()
        },
      },
      {
        name: 'stream',
        everyMs: 250,
        run: () => {
          stream.flush()
        },
      },
      { name: 'search index', everyMs: 20, atStart: true, run: () => searchIndex.keepUp() },
      { name: 'counters', everyMs: 250, run: saveCalls },
      { name: 'commands', everyMs: 1000, run: () => commands.sweep() },
      { name: 'recycle bin', everyMs: 3_600_000, atStart: true, run: () => recycleBin.empty() },
      { name: 'file links', everyMs: 600_000, run: () => fileLinks.resolveDue() },
      { name: 'update addresses', everyMs: 600_000, run: () => updateAddresses.resolveDue() },
      { name: 'invitations', everyMs: 86_400_000, run: () => invitations.forgetEnded() },
      { name: 'bind codes', everyMs: 3_600_000, run: () => runtime.messengerBinds.forgetExpired() },
      ...signIn.chores,
    ],
    drain: async () => {
      fileLinks.close()
      updateAddresses.close()
      await recycleBin.close()
      await jobs.stop()
      await saveCalls()
      await writeBehind.drain()
      await riskWatch.events.flush()
      await journal.drain()
    },
  }
}
