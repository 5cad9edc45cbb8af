import type { Unit } from '../store.ts'
import type { Seal } from '../sealing/seal.ts'
import type { Connection } from './connection.ts'
import { createAccountRepository } from './repositories/accounts.ts'
import { createAgentRightsRepository } from './repositories/agent-rights.ts'
import { createAgentRepository } from './repositories/agents.ts'
import { createAlertRepository } from './repositories/alerts.ts'
import { createAllocationRepository } from './repositories/allocations.ts'
import { createAnnouncementRepository } from './repositories/announcements.ts'
import { createApplicationRepository } from './repositories/applications.ts'
import { createAuditRepository } from './repositories/audit.ts'
import { createBatchRepository } from './repositories/batches.ts'
import { createBindCodeRepository } from './repositories/bind-codes.ts'
import { createBusinessRepository } from './repositories/business.ts'
import { createCallUseRepository } from './repositories/call-uses.ts'
import { createCapabilityRepository } from './repositories/capabilities.ts'
import { createCertificationRepository } from './repositories/certifications.ts'
import { createChannelRepository } from './repositories/channels.ts'
import { createCodeSeatRepository } from './repositories/code-seats.ts'
import { createCodeRepository } from './repositories/codes.ts'
import { createCommandRepository } from './repositories/commands.ts'
import { createCustomFieldRepository } from './repositories/custom-fields.ts'
import { createDataKeyRepository } from './repositories/data-keys.ts'
import { createDeviceEventRepository } from './repositories/device-events.ts'
import { createDeviceNoteRepository } from './repositories/device-notes.ts'
import { createDeviceRepository } from './repositories/devices.ts'
import { createFileRepository } from './repositories/files.ts'
import { createImageRepository } from './repositories/images.ts'
import { createImportRepository } from './repositories/imports.ts'
import { createInvitationRepository } from './repositories/invitations.ts'
import { createJobRepository } from './repositories/jobs.ts'
import { createKitLinkRepository } from './repositories/kit-links.ts'
import { createLedgerRepository } from './repositories/ledger.ts'
import { createLearnedMarketRepository } from './repositories/learned-markets.ts'
import { createMessengerEventRepository } from './repositories/messenger-events.ts'
import { createGroupActRepository } from './repositories/group-acts.ts'
import { createHealthSampleRepository } from './repositories/health-samples.ts'
import { createHttpsKeyRepository } from './repositories/https-keys.ts'
import { createMetaRepository, createSettingsRepository } from './repositories/settings.ts'
import { createOperatorRepository } from './repositories/operators.ts'
import { createOutboxRepository } from './repositories/outbox.ts'
import { createPreferencesRepository } from './repositories/preferences.ts'
import { createPlanRepository } from './repositories/plans.ts'
import { createPaletteRepository } from './repositories/palette.ts'
import { createSearchIndexRepository } from './repositories/search-index.ts'
import { createRecoveryCodeRepository } from './repositories/recovery-codes.ts'
import { createReplayRepository } from './repositories/replays.ts'
import { createReportLinkRepository } from './repositories/report-links.ts'
import { createReplyTemplateRepository } from './repositories/reply-templates.ts'
import { createRequestRepository } from './repositories/requests.ts'
import { createRiskRepository } from './repositories/risks.ts'
import { createRuleRepository } from './repositories/rules.ts'
import { createSaleRepository } from './repositories/sales.ts'
import { createServerRenameRepository } from './repositories/server-renames.ts'
import { createSessionRepository } from './repositories/sessions.ts'
import { createApiTokenRepository } from './repositories/api-tokens.ts'
import { createSignatureRepository } from './repositories/signatures.ts'
import { createSignInRepository } from './repositories/sign-ins.ts'
import { createStaffRoleRepository } from './repositories/staff-roles.ts'
import { createStewardRepository } from './repositories/steward.ts'
import { createViewRepository } from './repositories/views.ts'
import { createWebhookDeliveryRepository } from './repositories/webhook-deliveries.ts'
import { createWebhookRepository } from './repositories/webhooks.ts'

/** The operations on a connection. */
export function createUnit(connection: Connection, seal: Seal): Unit {
  const codeSeats = createCodeSeatRepository(connection)
  return {
    accounts: createAccountRepository(connection),
    agentRights: createAgentRightsRepository(connection),
    agents: createAgentRepository(connection),
    alerts: createAlertRepository(connection),
    allocations: createAllocationRepository(connection),
    announcements: createAnnouncementRepository(connection),
    applications: createApplicationRepository(connection, seal),
    audit: createAuditRepository(connection),
    batches: createBatchRepository(connection),
    bindCodes: createBindCodeRepository(connection),
    business: createBusinessRepository(connection),
    callUses: createCallUseRepository(connection),
    learnedMarkets: createLearnedMarketRepository(connection),
    capabilities: createCapabilityRepository(connection),
    certifications: createCertificationRepository(connection),
    channels: createChannelRepository(connection, seal),
    codes: createCodeRepository(connection, codeSeats),
    codeSeats,
    commands: createCommandRepository(connection),
    customFields: createCustomFieldRepository(connection),
    dataKey: createDataKeyRepository(connection),
    deviceEvents: createDeviceEventRepository(connection),
    deviceNotes: createDeviceNoteRepository(connection),
    devices: createDeviceRepository(connection),
    files: createFileRepository(connection, seal),
    groupActs: createGroupActRepository(connection),
    healthSamples: createHealthSampleRepository(connection),
    httpsKeys: createHttpsKeyRepository(connection, seal),
    images: createImageRepository(connection),
    imports: createImportRepository(connection),
    invitations: createInvitationRepository(connection),
    jobs: createJobRepository(connection),
    kitLinks: createKitLinkRepository(connection),
    ledger: createLedgerRepository(connection),
    messengerEvents: createMessengerEventRepository(connection),
    meta: createMetaRepository(connection),
    operators: createOperatorRepository(connection, seal),
    outbox: createOutboxRepository(connection),
    plans: createPlanRepository(connection),
    preferences: createPreferencesRepository(connection),
    palette: createPaletteRepository(connection),
    searchIndex: createSearchIndexRepository(),
    recoveryCodes: createRecoveryCodeRepository(connection),
    reportLinks: createReportLinkRepository(connection),
    replays: createReplayRepository(connection),
    replyTemplates: createReplyTemplateRepository(connection),
    requests: createRequestRepository(connection),
    risks: createRiskRepository(connection),
    rules: createRuleRepository(connection),
    sales: createSaleRepository(connection),
    serverRenames: createServerRenameRepository(connection),
    sessions: createSessionRepository(connection),
    apiTokens: createApiTokenRepository(connection),
    views: createViewRepository(connection),
    settings: createSettingsRepository(connection, seal),
    signatures: createSignatureRepository(connection),
    signIns: createSignInRepository(connection),
    staffRoles: createStaffRoleRepository(connection),
    steward: createStewardRepository(connection),
    webhookDeliveries: createWebhookDeliveryRepository(connection),
    webhooks: createWebhookRepository(connection, seal),
  }
}
