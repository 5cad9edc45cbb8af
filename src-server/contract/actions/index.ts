import type { z } from 'zod'
import type { ActionContract, AreaContract } from '../action.ts'
import { ACCOUNT_CONTRACT } from './accounts.ts'
import { AGENT_CONTRACT } from './agents.ts'
import { ALERT_CONTRACT } from './alerts.ts'
import { APPLICATION_CONTRACT } from './applications.ts'
import { AUDIT_CONTRACT } from './audit.ts'
import { BRING_CONTRACT } from './bring-over.ts'
import { BUSINESS_CONTRACT } from './business.ts'
import { CHANNEL_CONTRACT } from './channels.ts'
import { CODE_CONTRACT } from './codes.ts'
import { DEVELOPER_CONTRACT } from './developers.ts'
import { DEVICE_CONTRACT } from './devices.ts'
import { FIELD_CONTRACT } from './fields.ts'
import { FLEET_CONTRACT } from './fleet.ts'
import { GROUP_CONTRACT } from './groups.ts'
import { HTTPS_CONTRACT } from './https.ts'
import { KIT_CONTRACT } from './kits.ts'
import { IMPORT_CONTRACT } from './imports.ts'
import { MESSAGE_CONTRACT } from './messages.ts'
import { MESSENGER_CONTRACT } from './messenger.ts'
import { MOVE_CONTRACT } from './move.ts'
import { PERFORMANCE_CONTRACT } from './performance.ts'
import { PLATFORM_CONTRACT } from './platform.ts'
import { REACH_CONTRACT } from './reach.ts'
import { REQUEST_CONTRACT } from './requests.ts'
import { RISK_CONTRACT } from './risks.ts'
import { RULE_CONTRACT } from './rules.ts'
import { SALE_CONTRACT } from './sales.ts'
import { SECURITY_CONTRACT } from './security.ts'
import { SERVER_CONTRACT } from './servers.ts'
import { SESSION_CONTRACT } from './session.ts'
import { STAFF_CONTRACT } from './staff.ts'
import { START_CONTRACT } from './start.ts'
import { TOKEN_CONTRACT } from './tokens.ts'
import { WEBHOOK_CONTRACT } from './webhooks.ts'
import { WORKSPACE_CONTRACT } from './workspace.ts'

/** Every console action by its name. */
export const ACTIONS = {
  ...ACCOUNT_CONTRACT,
  ...AGENT_CONTRACT,
  ...ALERT_CONTRACT,
  ...APPLICATION_CONTRACT,
  ...AUDIT_CONTRACT,
  ...BRING_CONTRACT,
  ...BUSINESS_CONTRACT,
  ...CHANNEL_CONTRACT,
  ...CODE_CONTRACT,
  ...DEVELOPER_CONTRACT,
  ...DEVICE_CONTRACT,
  ...FIELD_CONTRACT,
  ...FLEET_CONTRACT,
  ...GROUP_CONTRACT,
  ...HTTPS_CONTRACT,
  ...KIT_CONTRACT,
  ...IMPORT_CONTRACT,
  ...MESSAGE_CONTRACT,
  ...MESSENGER_CONTRACT,
  ...MOVE_CONTRACT,
  ...PERFORMANCE_CONTRACT,
  ...PLATFORM_CONTRACT,
  ...REACH_CONTRACT,
  ...REQUEST_CONTRACT,
  ...RISK_CONTRACT,
  ...RULE_CONTRACT,
  ...SALE_CONTRACT,
  ...SECURITY_CONTRACT,
  ...SERVER_CONTRACT,
  ...SESSION_CONTRACT,
  ...STAFF_CONTRACT,
  ...START_CONTRACT,
  ...TOKEN_CONTRACT,
  ...WEBHOOK_CONTRACT,
  ...WORKSPACE_CONTRACT,
} satisfies AreaContract

type Declared = typeof ACTIONS
export type ActionName = keyof Declared
/** The actions that change something, and so leave a row in the audit log. */
export type ChangingAction = {
  [N in ActionName]: Declared[N] extends { readonly reads?: true } ? never : N
}[ActionName]
/** What a caller sends: defaults may be left out. */
export type ActionInput<N extends ActionName> = z.input<Declared[N]['input']>
/** The input as the action gets it: defaults are filled in. */
export type ParsedInput<N extends ActionName> = z.output<Declared[N]['input']>
export type ActionOutput<N extends ActionName> = z.output<Declared[N]['output']>

/** A declaration with the name of its action. */
export type DeclaredAction = ActionContract & { readonly name: ActionName }

/** Every declaration, for whatever goes through all of them. */
export const DECLARED_ACTIONS: readonly DeclaredAction[] = listed(ACTIONS)

function listed<Name extends string>(contract: Readonly<Record<Name, ActionContract>>) {
  const list = []
  for (const name in contract) list.push({ ...contract[name], name })
  return list
}
