import type { ACTIONS } from '../../contract/actions/index.ts'
import { accountActions, type AccountServices } from './accounts.ts'
import { agentActions, type AgentServices } from './agents.ts'
import { applicationActions, type ApplicationServices } from './applications.ts'
import { auditActions, type AuditServices } from './audit.ts'
import { codeActions, type CodeServices } from './codes.ts'
import { developerActions, type DeveloperServices } from './developers.ts'
import { deviceActions, type DeviceServices } from './devices.ts'
import { fileActions, type FileServices } from './files.ts'
import type { ActionsOf } from './handlers.ts'
import { inspectorActions, type InspectorServices } from './inspector.ts'
import { messageActions, type MessageServices } from './messages.ts'
import { messengerActions, type MessengerServices } from './messenger.ts'
import { platformActions, type PlatformServices } from './platform.ts'
import { requestActions, type RequestServices } from './requests.ts'
import { riskActions, type RiskServices } from './risks.ts'
import { saleActions, type SaleServices } from './sales.ts'
import { securityActions, type SecurityServices } from './security.ts'
import { serverActions, type ServerServices } from './servers.ts'
import { sessionActions, type SessionServices } from './session.ts'
import { staffActions, type StaffServices } from './staff.ts'
import { workspaceActions, type WorkspaceServices } from './workspace.ts'

/** The use cases that the areas need, together. */
export type ConsoleServices = AccountServices &
  AgentServices &
  ApplicationServices &
  AuditServices &
  CodeServices &
  DeveloperServices &
  DeviceServices &
  FileServices &
  InspectorServices &
  MessageServices &
  MessengerServices &
  PlatformServices &
  RequestServices &
  RiskServices &
  SaleServices &
  SecurityServices &
  ServerServices &
  SessionServices &
  StaffServices &
  WorkspaceServices

/** The handlers of every action. An action without a handler doesn't compile. */
export const consoleActions = (services: ConsoleServices): ActionsOf<typeof ACTIONS> => ({
  ...accountActions(services),
  ...agentActions(services),
  ...applicationActions(services),
  ...auditActions(services),
  ...codeActions(services),
  ...developerActions(services),
  ...deviceActions(services),
  ...fileActions(services),
  ...inspectorActions(services),
  ...messageActions(services),
  ...messengerActions(services),
  ...platformActions(services),
  ...requestActions(services),
  ...riskActions(services),
  ...saleActions(services),
  ...securityActions(services),
  ...serverActions(services),
  ...sessionActions(services),
  ...staffActions(services),
  ...workspaceActions(services),
})
