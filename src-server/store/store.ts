import type { AccountRepository } from './repositories/accounts.ts'
import type { AgentRightsRepository } from './repositories/agent-rights.ts'
import type { AgentRepository } from './repositories/agents.ts'
import type { AlertRepository } from './repositories/alerts.ts'
import type { AllocationRepository } from './repositories/allocations.ts'
import type { AnnouncementRepository } from './repositories/announcements.ts'
import type { ApplicationRepository } from './repositories/applications.ts'
import type { ApiTokenRepository } from './repositories/api-tokens.ts'
import type { AuditRepository } from './repositories/audit.ts'
import type { BatchRepository } from './repositories/batches.ts'
import type { BindCodeRepository } from './repositories/bind-codes.ts'
import type { BusinessRepository } from './repositories/business.ts'
import type { CallUseRepository } from './repositories/call-uses.ts'
import type { CapabilityRepository } from './repositories/capabilities.ts'
import type { CertificationRepository } from './repositories/certifications.ts'
import type { ChannelRepository } from './repositories/channels.ts'
import type { CodeSeatRepository } from './repositories/code-seats.ts'
import type { CodeRepository } from './repositories/codes.ts'
import type { CommandRepository } from './repositories/commands.ts'
import type { CustomFieldRepository } from './repositories/custom-fields.ts'
import type { DataKeyRepository } from './sealing.ts'
import type { DeviceRepository } from './repositories/devices.ts'
import type {
  DeviceEventRepository,
  DeviceNoteRepository,
  ReportLinkRepository,
} from './repositories/performance.ts'
import type { FileRepository } from './repositories/files.ts'
import type { ImageRepository } from './repositories/images.ts'
import type { ImportRepository } from './repositories/imports.ts'
import type { InvitationRepository } from './repositories/invitations.ts'
import type { JobRepository } from './repositories/jobs.ts'
import type { KitLinkRepository } from './repositories/kit-links.ts'
import type { LedgerRepository } from './repositories/ledger.ts'
import type { LearnedMarketRepository } from './repositories/learned-markets.ts'
import type { MessengerEventRepository } from './repositories/messenger-events.ts'
import type { GroupActRepository } from './repositories/group-acts.ts'
import type { HealthSampleRepository } from './repositories/health-samples.ts'
import type { HttpsKeyRepository } from './repositories/https-keys.ts'
import type { MetaRepository, SettingsRepository } from './repositories/settings.ts'
import type { OperatorRepository } from './repositories/operators.ts'
import type { OutboxRepository } from './repositories/outbox.ts'
import type { PlanRepository } from './repositories/plans.ts'
import type { PaletteRepository } from './repositories/palette.ts'
import type { SearchIndexRepository } from './repositories/search-index.ts'
import type { ReplayRepository } from './repositories/replays.ts'
import type { ReplyTemplateRepository, RequestRepository } from './repositories/requests.ts'
import type { RecoveryCodeRepository } from './repositories/recovery-codes.ts'
import type { RiskRepository } from './repositories/risks.ts'
import type { RuleRepository } from './repositories/rules.ts'
import type { SaleRepository } from './repositories/sales.ts'
import type { ServerRenameRepository } from './repositories/server-renames.ts'
import type { SessionRepository } from './repositories/sessions.ts'
import type { SignatureRepository } from './repositories/signatures.ts'
import type { SignInRepository } from './repositories/sign-ins.ts'
import type { StaffRoleRepository } from './repositories/staff-roles.ts'
import type { PreferencesRepository, ViewRepository } from './repositories/views.ts'
import type { WebhookDeliveryRepository, WebhookRepository } from './repositories/webhooks.ts'
import type { StewardRepository } from './repositories/steward.ts'
import type { Follow, KeptKind, KeyOf, Written } from './changes.ts'
import type { StorageCondition } from './storage-condition.ts'

/** The operations of one unit of work. */
export interface Unit {
  readonly accounts: AccountRepository
  readonly agentRights: AgentRightsRepository
  readonly agents: AgentRepository
  readonly alerts: AlertRepository
  readonly allocations: AllocationRepository
  readonly announcements: AnnouncementRepository
  readonly apiTokens: ApiTokenRepository
  readonly applications: ApplicationRepository
  readonly audit: AuditRepository
  readonly batches: BatchRepository
  readonly bindCodes: BindCodeRepository
  readonly business: BusinessRepository
  readonly callUses: CallUseRepository
  readonly learnedMarkets: LearnedMarketRepository
  readonly capabilities: CapabilityRepository
  readonly certifications: CertificationRepository
  readonly channels: ChannelRepository
  readonly codes: CodeRepository
  readonly codeSeats: CodeSeatRepository
  readonly commands: CommandRepository
  readonly customFields: CustomFieldRepository
  readonly dataKey: DataKeyRepository
  readonly devices: DeviceRepository
  readonly deviceEvents: DeviceEventRepository
  readonly deviceNotes: DeviceNoteRepository
  readonly files: FileRepository
  readonly groupActs: GroupActRepository
  readonly healthSamples: HealthSampleRepository
  readonly httpsKeys: HttpsKeyRepository
  readonly images: ImageRepository
  readonly imports: ImportRepository
  readonly invitations: InvitationRepository
  readonly jobs: JobRepository
  readonly kitLinks: KitLinkRepository
  readonly ledger: LedgerRepository
  readonly messengerEvents: MessengerEventRepository
  readonly meta: MetaRepository
  readonly operators: OperatorRepository
  readonly outbox: OutboxRepository
  readonly plans: PlanRepository
  readonly preferences: PreferencesRepository
  readonly palette: PaletteRepository
  readonly searchIndex: SearchIndexRepository
  readonly recoveryCodes: RecoveryCodeRepository
  readonly replays: ReplayRepository
  readonly replyTemplates: ReplyTemplateRepository
  readonly reportLinks: ReportLinkRepository
  readonly requests: RequestRepository
  readonly risks: RiskRepository
  readonly rules: RuleRepository
  readonly sales: SaleRepository
  readonly serverRenames: ServerRenameRepository
  readonly sessions: SessionRepository
  readonly views: ViewRepository
  readonly settings: SettingsRepository
  readonly signatures: SignatureRepository
  readonly signIns: SignInRepository
  readonly staffRoles: StaffRoleRepository
  readonly steward: StewardRepository
  readonly webhookDeliveries: WebhookDeliveryRepository
  readonly webhooks: WebhookRepository
}

export interface WriteUnit extends Unit {
  /**
   * The unit changes a record that copies of the server keep in memory. All of them follow after the commit. In this
   * copy that is before the effects of the commit, and before the promise of `write` resolves.
   * @param written the record as this unit wrote it
   */
  changed<K extends KeptKind>(kind: K, key: KeyOf<K>, written?: Written<K>): void
  /** Runs at once after the commit of the unit, in the order of commits. Never after a rollback. */
  afterCommit(effect: () => void): void
}

export interface WriteOptions {
  /**
   * true: on disk, safe from a power cut, before the promise resolves. For changes of a licence, a command, a
   * request or a setting. false: safe from a crash of the process, and written to disk later.
   */
  readonly durable: boolean
  /**
   * `row`: the unit decides by conditional updates and unique indexes alone, so it may run at once with others. A store
   * with one writer makes no difference. Left out: one unit after another, with ids that rise in the order of commits.
   */
  readonly lane?: 'row' | undefined
}

export interface ReadOptions {
  /**
   * The work needs no common snapshot, because it asks one statement: a look that runs with every call of a client. A
   * store over a network asks it together with those of others.
   */
  readonly single?: boolean | undefined
}

/**
 * Everything that the server stores. `work` must have no effect outside the store, because it may run twice.
 * It is done completely or not at all. The call throws the errors of `work`, and StorageFailure
 * (contract/storage-failure.ts) for a full disk, a damaged page, and another program's lock that lasts.
 */
export interface Store {
  /** Reads committed data. `work` must not write. */
  read<T>(work: (unit: Unit) => Promise<T>, options?: ReadOptions): Promise<T>
  write<T>(work: (unit: WriteUnit) => Promise<T>, options: WriteOptions): Promise<T>
  /** Does the work as `write` does and rolls it back: nothing is stored, and no effect of a commit runs. */
  preview<T>(work: (unit: WriteUnit) => Promise<T>): Promise<T>
  /**
   * Calls back after each commit that added a message to the outbox or an event for a webhook, or made one wait again.
   */
  onOutgoing(callback: () => void): void
  /** Calls back after each commit with the changes of its units. Effects and promises of the units wait for it. */
  onChanged(follow: Follow): void
  readonly condition: StorageCondition
  /** Bytes on disk. */
  size(): number
  /** Waits for the queued units. */
  close(): Promise<void>
}
