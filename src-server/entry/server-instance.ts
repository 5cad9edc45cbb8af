import { setMaxListeners } from 'node:events'
import { createConsole, type AjaxReply, type AjaxRequest } from '../ajax/console/dispatch.ts'
import { createLive, type Live } from '../ajax/console/live.ts'
import type { PublicReply, PublicRequest } from '../ajax/selfservice/dispatch.ts'
import type { HttpReply, RawCall } from '../runtime/call.ts'
import { createRuntime } from '../runtime/pipeline.ts'
import type {
  BotInspector,
  LinkResolver,
  Mailer,
  Messenger,
  MessengerInbound,
  Scheduler,
} from '../contract/ports.ts'
import type { ServedImage } from '../contract/records/image.ts'
import type { PlatformSettings } from '../contract/records/settings.ts'
import type { PasswordCost } from '../services/session/passwords.ts'
import type { Sessions } from '../services/session/sessions.ts'
import { composeAgents } from './compose-agents.ts'
import { composeMessenger } from './compose-messenger.ts'
import { composeNotices } from './compose-notices.ts'
import { composeOutgoing } from './compose-outgoing.ts'
import { composePlatform, type PlatformParts } from './compose-platform.ts'
import { composeRequests } from './compose-requests.ts'
import { composeRisk } from './compose-risk.ts'
import { composeSelfService } from './compose-self-service.ts'
import { composeServices } from './compose-services.ts'
import { summarize, type DesktopSummary } from './desktop-summary.ts'
import type { Stores } from './open-stores.ts'
import { startChores } from './schedule.ts'
import type { ServerMonitor } from './server-monitor.ts'

/** Everything behind the doors, over one opening of the data folder. A restore replaces it whole. */
export interface ServerInstance {
  readonly stores: Stores
  readonly sessions: Sessions
  readonly settings: PlatformSettings
  readonly live: Live
  answer(call: RawCall): HttpReply | Promise<HttpReply>
  answerConsole(request: AjaxRequest): Promise<AjaxReply>
  /** @returns undefined where nobody waits any more */
  answerPublic(request: PublicRequest): Promise<PublicReply | undefined>
  serveImage(id: string): Promise<ServedImage | undefined>
  summarize(): Promise<DesktopSummary>
  /** Copies the data before the program is replaced. @throws where there is no copy */
  backUp(): Promise<void>
  /** Keeps another port of the public door; for before the doors are open. */
  movePort(port: number): Promise<void>
  /** Begins what is done again and again. */
  begin(): void
  /** Ends streams and chores, finishes what is under way, writes what waits, and closes the stores. */
  close(): Promise<void>
}

export interface InstanceParts extends Omit<PlatformParts, 'stores' | 'services' | 'state'> {
  readonly messenger: Messenger & BotInspector
  readonly inbound: MessengerInbound
  readonly mailer: Mailer
  readonly links: LinkResolver
  readonly scheduler: Scheduler
  readonly passwordCost?: PasswordCost
  readonly pause?: (ms: number) => Promise<void>
  readonly monitor: ServerMonitor
  /** Tells when the machine woke from sleep: connections that stood before are dead. @returns the way to stop being told */
  readonly onResume: (hook: () => void) => () => void
  /** Looks whether the machine slept, ahead of what would take its sleep for silence. */
  readonly lookForSleep: () => void
}

export async function openServerInstance(parts: InstanceParts, stores: Stores): Promise<ServerInstance> {
  const { clock, log, monitor } = parts
  const services = await composeServices({
    ...parts,
    stores,
    ownAddress: () => platform.platformSettings.ownAddress,
  })
  const platform = composePlatform({ ...parts, stores, services, state: () => monitor.last })
  await platform.platformSettings.load()
  const aftersales = composeRequests({ ...parts, stores, services, platform })
  const risk = await composeRisk({ ...parts, stores, services, platform })
  const notices = composeNotices({
    ...parts,
    stores,
    services,
    platform,
    review: aftersales.console,
    risk: risk.console,
  })
  const outgoing = composeOutgoing({ ...parts, stores, services, platform })
  const messenger = composeMessenger({ ...parts, stores, services })
  const { replays } = services
  const ended = new AbortController()
  // One listener a viewer.
  setMaxListeners(0, ended.signal)
  let stopChores = (): void => undefined

  return {
    stores,
    sessions: services.sessions,
    get settings() {
      return platform.platformSettings.current
    },
    live: createLive(services.liveFeed, ended.signal),
    answer: createRuntime({
      registry: services.registry,
      services: services.runtime,
      replays,
      observer: services.riskWatch.observer,
      clock,
      log,
    }),
    answerConsole: createConsole({
      services: {
        ...services.console,
        ...platform,
        ...aftersales.console,
        ...risk.console,
        ...outgoing.console,
        ...messenger.console,
        ...notices.console,
        ...composeAgents({ stores, services, clock }),
      },
      clock,
      log,
      standingChanged: () => {
        services.liveFeed.lookAgain().catch((error: unknown) => {
          log.error('live.look', error)
        })
      },
    }),
    answerPublic: composeSelfService({
      ...parts,
      stores,
      services,
      platform,
      requests: aftersales.requests,
    }),
    serveImage: (id) => platform.images.serve(id),
    summarize: () => summarize(services.devices, risk.console.risks, clock.now()),
    backUp: () => platform.backups.makeBeforeUpdate(),
    movePort: (port) => platform.platformSettings.movePort(port),
    begin: () => {
      messenger.begin()
      stopChores = startChores(
        [
          ...services.chores,
          ...aftersales.chores,
          ...risk.chores,
          ...outgoing.chores,
          ...messenger.chores,
          ...notices.chores,
          {
            name: 'server state',
            everyMs: 5000,
            run: () => {
              services.stream.server(monitor.take(stores.store.size() + stores.telemetry.size()))
            },
          },
          {
            name: 'replays',
            everyMs: 60_000,
            run: () => {
              replays.forget(clock.now())
            },
          },
          {
            name: 'certificate',
            everyMs: 5000,
            run: () => {
              if (parts.doors.renewCertificate()) log.info('certificate.renewed')
            },
          },
          { name: 'backups', everyMs: 60_000, run: () => platform.backups.makeDue() },
        ],
        log,
        parts.scheduler,
        parts.lookForSleep,
      )
    },
    close: async () => {
      stopChores()
      ended.abort()
      risk.close()
      await messenger.close()
      await outgoing.stop()
      await services.drain()
      await stores.close()
    },
  }
}
