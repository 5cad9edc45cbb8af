import type {
  AlertServices,
  BotInspector,
  LinkResolver,
  Mailer,
  Messenger,
  MessengerInbound,
  OutsidePoster,
} from '../contract/ports.ts'
import { createAccountServices } from '../services/accounts/create-account-services.ts'
import { createAgentServices } from '../services/agents/create-agent-services.ts'
import { createApplicationServices } from '../services/applications/create-application-services.ts'
import type { BringFile } from '../services/bring-over/bring-file.ts'
import { createBringServices } from '../services/bring-over/create-bring-services.ts'
import { createBusinessServices } from '../services/business/create-business-services.ts'
import { createChannelServices } from '../services/channels/create-channel-services.ts'
import { createCodeServices } from '../services/codes/create-code-services.ts'
import { createCustomFieldServices } from '../services/custom-fields/create-custom-field-services.ts'
import { createDeviceServices } from '../services/devices/create-device-services.ts'
import { createFleetServices } from '../services/fleet/create-fleet-services.ts'
import { createImportServices } from '../services/imports/create-import-services.ts'
import { createMessengerServices } from '../services/messenger/create-messenger-services.ts'
import { createNoticeServices } from '../services/notices/create-notice-services.ts'
import { createPeopleServices } from '../services/people/create-people-services.ts'
import { createPerformanceServices } from '../services/performance/create-performance-services.ts'
import { createPlatformServices, type PlatformHost } from '../services/platform/create-platform-services.ts'
import { createReachServices } from '../services/reach/create-reach-services.ts'
import { ProofDoor } from '../services/reach/proof-door.ts'
import type { ReachHost } from '../services/reach/reach-parts.ts'
import { createRequestServices } from '../services/requests/create-request-services.ts'
import { createRiskServices } from '../services/risk/create-risk-services.ts'
import { createRuleServices } from '../services/rules/create-rule-services.ts'
import { createSalesServices } from '../services/sales/create-sales-services.ts'
import { createSelfServices } from '../services/selfservice/create-self-services.ts'
import { createStartServices } from '../services/start/create-start-services.ts'
import type { ServiceContext } from '../services/service-context.ts'
import { createSessionServices } from '../services/session/create-session-services.ts'
import { createWebhookServices } from '../services/webhooks/create-webhook-services.ts'
import type { PasswordCost } from '../services/session/passwords.ts'

/** The parts that the entry passes to the areas, in addition to the context. */
export interface AreaHost extends PlatformHost, ReachHost {
  readonly messenger: Messenger & BotInspector
  readonly inbound: MessengerInbound
  readonly mailer: Mailer
  readonly alertServices: AlertServices
  readonly links: LinkResolver
  readonly poster: OutsidePoster
  readonly bringFile: BringFile
  readonly passwordCost?: PasswordCost
}

export type Areas = Awaited<ReturnType<typeof createAreas>>

/** Creates the use cases, area by area. What an area needs from another one is passed in by name. */
export async function createAreas(context: ServiceContext, host: AreaHost) {
  const { messenger, inbound, mailer, alertServices, links, poster, passwordCost } = host
  const session = createSessionServices({ ...context, passwordCost })
  await session.recovery.load()
  const proofDoor = new ProofDoor()
  const openProofPort = host.openProofPort && proofDoor.through(host.openProofPort)
  const platform = await createPlatformServices({ ...context, ...host, openProofPort })
  const settings = platform.platformSettings
  const people = createPeopleServices({ ...context, ...session })
  const application = await createApplicationServices({
    ...context,
    links,
    publicAddress: () => settings.address.current(),
  })
  const { applications } = application
  const channels = createChannelServices({ ...context, settings, mailer, alertServices })
  const devices = createDeviceServices({ ...context, applications, sessions: session.sessions })
  const requests = createRequestServices({ ...context, settings })
  const risk = await createRiskServices({ ...context, settings, health: platform.platformHealth })
  const reach = createReachServices({
    ...context,
    ...host,
    settings: () => settings.current,
    address: () => settings.address.current(),
    publicUrl: () => host.listeners.urls.public,
    secureUrl: () => host.listeners.urls.secure,
    proofPort: () => proofDoor.port,
  })
  proofDoor.connect(
    () => settings.current.router_mapping.on,
    () => reach.routerMappings.look(),
  )
  const webhooks = createWebhookServices({ ...context, settings, poster })
  return {
    session,
    platform,
    people,
    applications: application,
    devices,
    performance: createPerformanceServices({ ...context, deviceService: devices.devices }),
    requests,
    risk,
    reach,
    codes: createCodeServices({ ...context, applications }),
    customFields: createCustomFieldServices(context),
    fleet: createFleetServices(context),
    imports: createImportServices(context),
    accounts: createAccountServices({ ...context, applications, passwords: session.passwords }),
    bringOver: createBringServices({
      ...context,
      passwords: session.passwords,
      bringFile: host.bringFile,
    }),
    rules: createRuleServices(context),
    sales: createSalesServices({ ...context, applications }),
    agents: createAgentServices({ ...context, people: people.people, deviceService: devices.devices }),
    business: createBusinessServices({ ...context, deviceService: devices.devices }),
    channels,
    messenger: createMessengerServices({
      ...context,
      applications,
      settings,
      messenger,
      inbound,
      mailer,
      makeSenders: (rounds) => [channels.makeChannelSender(rounds), webhooks.makeWebhookSender(rounds)],
    }),
    notices: createNoticeServices({ ...context, ...risk, ...requests, settings, mailer }),
    webhooks,
    start: createStartServices({ ...context, ...host, ...platform, applications }),
    selfService: createSelfServices({ ...context, requests: requests.requests }),
  }
}

/**
 * Ends the work of the areas outside of the store: the router's mapping, orders of certificates, connections of the
 * bridge, deliveries, look-ups of links.
 */
export async function closeAreas({ messenger, applications, codes, platform, reach }: Areas): Promise<void> {
  await reach.routerMappings.close()
  await platform.https.close()
  await platform.healthHistory.close()
  await messenger.messengerBridge.close()
  await messenger.deliveries.stop()
  applications.fileLinks.close()
  applications.updateAddresses.close()
  await codes.recycleBin.close()
}
