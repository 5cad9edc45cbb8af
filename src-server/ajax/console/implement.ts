import type { z } from 'zod'
import type { ActionContract } from '../../contract/action.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { AccountChanges } from '../../services/accounts/account-changes.ts'
import type { AccountRecharges } from '../../services/accounts/account-recharges.ts'
import type { AccountTransfers } from '../../services/accounts/account-transfers.ts'
import type { Accounts } from '../../services/accounts/accounts.ts'
import type { Allocations } from '../../services/sales/allocations.ts'
import type { ApplicationKeys } from '../../services/applications/application-keys.ts'
import type { Applications } from '../../services/applications/applications.ts'
import type { CallExamples } from '../../services/applications/call-examples.ts'
import type { CallInspector } from '../../services/applications/call-inspector.ts'
import type { AuditLog } from '../../services/platform/audit-log.ts'
import type { Capabilities } from '../../services/applications/capabilities.ts'
import type { Batches } from '../../services/codes/batches.ts'
import type { CodeEdits } from '../../services/codes/code-edits.ts'
import type { CodeExports } from '../../services/codes/code-exports.ts'
import type { CodeGeneration } from '../../services/codes/code-generation.ts'
import type { CodeImports } from '../../services/codes/code-imports.ts'
import type { Codes } from '../../services/codes/codes.ts'
import type { DeviceChanges } from '../../services/devices/device-changes.ts'
import type { DeviceControls } from '../../services/devices/device-controls.ts'
import type { DeviceTransfers } from '../../services/devices/device-transfers.ts'
import type { Devices } from '../../services/devices/devices.ts'
import type { Files } from '../../services/applications/files.ts'
import type { OwnJobs } from '../../services/platform/own-jobs.ts'
import type { Ledger } from '../../services/sales/ledger.ts'
import type { LedgerMoney } from '../../services/sales/ledger-money.ts'
import type { MailTests } from '../../services/notices/mail-tests.ts'
import type { OwnNotices } from '../../services/notices/own-notices.ts'
import type { Messages } from '../../services/messenger/messages.ts'
import type { BindRequests } from '../../services/requests/bind-requests.ts'
import type { MessengerSetup } from '../../services/messenger/messenger-setup.ts'
import type { Palette } from '../../services/platform/palette.ts'
import type { ReplyTemplates } from '../../services/requests/reply-templates.ts'
import type { RequestBulk } from '../../services/requests/request-bulk.ts'
import type { RequestDecisions } from '../../services/requests/request-decisions.ts'
import type { ReviewQueue } from '../../services/requests/review-queue.ts'
import type { Risks } from '../../services/risk/risks.ts'
import type { SaleRefunds } from '../../services/sales/sale-refunds.ts'
import type { SaleTakes } from '../../services/sales/sale-takes.ts'
import type { Sales } from '../../services/sales/sales.ts'
import type { SavedViews } from '../../services/platform/saved-views.ts'
import type { RequestAddresses } from '../../contract/records/settings.ts'
import type { Announcements } from '../../services/platform/announcements.ts'
import type { Backups } from '../../services/platform/backups.ts'
import type { Certifications } from '../../services/people/certifications.ts'
import type { Images } from '../../services/platform/images.ts'
import type { PlatformHealthService } from '../../services/platform/platform-health.ts'
import type { PlatformSettingsService } from '../../services/platform/platform-settings.ts'
import type { Caller } from '../../services/session/caller.ts'
import type { ServerRenames } from '../../services/devices/server-renames.ts'
import type { Servers } from '../../services/devices/servers.ts'
import type { Sessions, SignedIn } from '../../services/session/sessions.ts'
import type { AgentHome } from '../../services/agents/agent-home.ts'
import type { AgentMoves } from '../../services/agents/agent-moves.ts'
import type { AgentRightsEditor } from '../../services/agents/agent-rights-editor.ts'
import type { Agents } from '../../services/agents/agents.ts'
import type { Developers } from '../../services/people/developers.ts'
import type { Invitations } from '../../services/people/invitations.ts'
import type { People } from '../../services/people/people.ts'
import type { Plans } from '../../services/people/plans.ts'
import type { Staff } from '../../services/people/staff.ts'
import type { StaffRoles } from '../../services/people/staff-roles.ts'
import type { OwnPassword } from '../../services/session/own-password.ts'
import type { OwnProfile } from '../../services/people/own-profile.ts'
import type { SecondFactor } from '../../services/session/second-factor.ts'
import type { SessionOverview } from '../../services/session/session-overview.ts'
import type { SignInHistory } from '../../services/session/sign-in-history.ts'
import type { StepUps } from '../../services/session/step-ups.ts'

/** Those of the platform as a whole: its settings, its data, its doors. */
export interface PlatformServices {
  readonly platformSettings: PlatformSettingsService
  readonly platformHealth: PlatformHealthService
  readonly images: Images
  readonly announcements: Announcements
  readonly certifications: Certifications
  readonly backups: Backups
}

/** Those of customers' requests, as they are decided. */
export interface ReviewServices {
  readonly reviewQueue: ReviewQueue
  readonly requestDecisions: RequestDecisions
  readonly requestBulk: RequestBulk
  readonly replyTemplates: ReplyTemplates
}

/** Those of agents: what they may do, and their days. */
export interface AgentServices {
  readonly agentRightsEditor: AgentRightsEditor
  readonly agentHome: AgentHome
  readonly agentMoves: AgentMoves
}

/** Those of agents' stock and money. */
export interface SalesServices {
  readonly allocations: Allocations
  readonly sales: Sales
  readonly saleTakes: SaleTakes
  readonly saleRefunds: SaleRefunds
  readonly ledger: Ledger
  readonly ledgerMoney: LedgerMoney
}

/** Those of the MT5 servers that trading accounts are on. */
export interface ServerServices {
  readonly servers: Servers
  readonly serverRenames: ServerRenames
}

/** What is to be looked at. */
export interface RiskServices {
  readonly risks: Risks
}

/** Those of mails to who uses the console. */
export interface NoticeServices {
  readonly ownNotices: OwnNotices
  readonly mailTests: MailTests
}

/** Those of what leaves the machine. */
export interface MessageServices {
  readonly messages: Messages
}

/** Those of the messenger: its set-up, and who is bound to it. */
export interface MessengerServices {
  readonly messengerSetup: MessengerSetup
  readonly bindRequests: BindRequests
}

/** The use cases console actions call. */
export interface ConsoleServices
  extends
    PlatformServices,
    ReviewServices,
    AgentServices,
    SalesServices,
    ServerServices,
    RiskServices,
    NoticeServices,
    MessageServices,
    MessengerServices {
  readonly sessions: Sessions
  readonly stepUps: StepUps
  readonly secondFactor: SecondFactor
  readonly ownPassword: OwnPassword
  readonly ownProfile: OwnProfile
  readonly sessionOverview: SessionOverview
  readonly signInHistory: SignInHistory
  readonly applications: Applications
  readonly applicationKeys: ApplicationKeys
  readonly callExamples: CallExamples
  readonly batches: Batches
  readonly codes: Codes
  readonly codeGeneration: CodeGeneration
  readonly codeEdits: CodeEdits
  readonly codeExports: CodeExports
  readonly codeImports: CodeImports
  readonly accounts: Accounts
  readonly accountChanges: AccountChanges
  readonly accountRecharges: AccountRecharges
  readonly accountTransfers: AccountTransfers
  readonly capabilities: Capabilities
  readonly devices: Devices
  readonly deviceChanges: DeviceChanges
  readonly deviceControls: DeviceControls
  readonly deviceTransfers: DeviceTransfers
  readonly files: Files
  readonly ownJobs: OwnJobs
  readonly inspector: CallInspector
  readonly auditLog: AuditLog
  readonly savedViews: SavedViews
  readonly palette: Palette
  readonly people: People
  readonly developers: Developers
  readonly agents: Agents
  readonly plans: Plans
  readonly staff: Staff
  readonly staffRoles: StaffRoles
  readonly invitations: Invitations
}

/** What an action knows of the request it answers. */
export interface ConsoleRequest {
  readonly caller: Caller
  /** The request by each source of addresses. */
  readonly addresses: RequestAddresses
  /** The origin it came to, as its sender spells it. */
  readonly cameTo: string
  readonly services: ConsoleServices
  /** What becomes of the session cookie: a token sets it, null clears it. */
  readonly setSession: (token: string | null) => void
}

export interface SignedInRequest extends ConsoleRequest {
  readonly actor: Actor
  readonly session: SignedIn
}

type RequestOf<A extends ActionContract> = A['roles'] extends 'public' ? ConsoleRequest : SignedInRequest

/** A declared action with what does it. */
export interface Implementation {
  readonly contract: ActionContract
  run(request: ConsoleRequest | SignedInRequest, input: unknown): Promise<unknown>
}

/** Ties an action's declaration to what does it: input and output have the declared types. */
export function implement<A extends ActionContract>(
  contract: A,
  run: (request: RequestOf<A>, input: z.output<A['input']>) => Promise<z.input<A['output']>>,
): Implementation {
  // The dispatcher calls it with what the declaration asks for: parsed input, and a session unless it is public.
  return { contract, run: run }
}
