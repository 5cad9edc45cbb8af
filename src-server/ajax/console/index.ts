import type { ACTIONS } from '../../contract/actions/index.ts'
import type { AccountServices } from '../../services/accounts/create-account-services.ts'
import type { AgentServices } from '../../services/agents/create-agent-services.ts'
import type { ApplicationServices } from '../../services/applications/create-application-services.ts'
import type { BringServices } from '../../services/bring-over/create-bring-services.ts'
import type { BusinessServices } from '../../services/business/create-business-services.ts'
import type { ChannelServices } from '../../services/channels/create-channel-services.ts'
import type { CodeServices } from '../../services/codes/create-code-services.ts'
import type { CustomFieldServices } from '../../services/custom-fields/create-custom-field-services.ts'
import type { DeviceServices } from '../../services/devices/create-device-services.ts'
import type { FleetServices } from '../../services/fleet/create-fleet-services.ts'
import type { ImportServices } from '../../services/imports/create-import-services.ts'
import type { MessengerServices } from '../../services/messenger/create-messenger-services.ts'
import type { NoticeServices } from '../../services/notices/create-notice-services.ts'
import type { PeopleServices } from '../../services/people/create-people-services.ts'
import type { PerformanceServices } from '../../services/performance/create-performance-services.ts'
import type { PlatformServices } from '../../services/platform/create-platform-services.ts'
import type { ReachServices } from '../../services/reach/create-reach-services.ts'
import type { RequestServices } from '../../services/requests/create-request-services.ts'
import type { RiskServices } from '../../services/risk/create-risk-services.ts'
import type { RuleServices } from '../../services/rules/create-rule-services.ts'
import type { SalesServices } from '../../services/sales/create-sales-services.ts'
import type { SessionServices } from '../../services/session/create-session-services.ts'
import type { StartServices } from '../../services/start/create-start-services.ts'
import type { WebhookServices } from '../../services/webhooks/create-webhook-services.ts'
import { accountActions } from './accounts.ts'
import { agentActions } from './agents.ts'
import { applicationActions, type CallTools } from './applications.ts'
import { auditActions } from './audit.ts'
import { bringActions } from './bring-over.ts'
import { codeActions } from './codes.ts'
import { developerActions } from './developers.ts'
import { deviceActions } from './devices.ts'
import { fieldActions } from './fields.ts'
import { fleetActions } from './fleet.ts'
import { groupActions } from './groups.ts'
import type { ActionsOf } from './handlers.ts'
import { kitActions } from './kits.ts'
import { importActions } from './imports.ts'
import { messageActions } from './messages.ts'
import { messengerActions } from './messenger.ts'
import { httpsActions } from './https.ts'
import { moveActions } from './move.ts'
import { performanceActions } from './performance.ts'
import { platformActions } from './platform.ts'
import { reachActions } from './reach.ts'
import { requestActions } from './requests.ts'
import { riskActions } from './risks.ts'
import { ruleActions } from './rules.ts'
import { businessActions, saleActions } from './sales.ts'
import { securityActions } from './security.ts'
import { sessionActions } from './session.ts'
import { staffActions } from './staff.ts'
import { startActions } from './start.ts'
import { tokenActions } from './tokens.ts'
import { webhookActions } from './webhooks.ts'
import { workspaceActions } from './workspace.ts'

/** The use cases that the areas need, together. */
export type ConsoleServices = AccountServices &
  AgentServices &
  ApplicationServices &
  BringServices &
  BusinessServices &
  ChannelServices &
  CodeServices &
  CustomFieldServices &
  DeviceServices &
  FleetServices &
  ImportServices &
  MessengerServices &
  NoticeServices &
  PeopleServices &
  PerformanceServices &
  PlatformServices &
  ReachServices &
  RequestServices &
  RiskServices &
  RuleServices &
  SalesServices &
  SessionServices &
  StartServices &
  WebhookServices &
  CallTools

/** The handlers of every action. An action without a handler doesn't compile. */
export const consoleActions = (services: ConsoleServices): ActionsOf<typeof ACTIONS> => ({
  ...accountActions(services),
  ...agentActions(services),
  ...applicationActions(services),
  ...auditActions(services),
  ...bringActions(services),
  ...businessActions(services),
  ...codeActions(services),
  ...developerActions(services),
  ...deviceActions(services),
  ...fieldActions(services),
  ...fleetActions(services),
  ...groupActions(services),
  ...kitActions(services),
  ...importActions(services),
  ...messageActions(services),
  ...messengerActions(services),
  ...moveActions(services),
  ...performanceActions(services),
  ...platformActions(services),
  ...httpsActions(services),
  ...reachActions(services),
  ...requestActions(services),
  ...riskActions(services),
  ...ruleActions(services),
  ...saleActions(services),
  ...securityActions(services),
  ...sessionActions(services),
  ...staffActions(services),
  ...startActions(services),
  ...tokenActions(services),
  ...webhookActions(services),
  ...workspaceActions(services),
})
