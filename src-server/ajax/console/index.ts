import { accountBulkAction } from './accounts/account-bulk.ts'
import { accountCreateAction } from './accounts/account-create.ts'
import { accountDeleteAction } from './accounts/account-delete.ts'
import { accountExportAction } from './accounts/account-export.ts'
import { accountGetAction } from './accounts/account-get.ts'
import { accountImportAction } from './accounts/account-import.ts'
import { accountListAction } from './accounts/account-list.ts'
import { accountPasswordResetAction } from './accounts/account-password-reset.ts'
import { accountRechargeAction } from './accounts/account-recharge.ts'
import { accountUpdateAction } from './accounts/account-update.ts'
import { appApiSetAction } from './applications/app-api-set.ts'
import { appCapabilityListAction } from './applications/app-capability-list.ts'
import { appCapabilitySetAction } from './applications/app-capability-set.ts'
import { appCopyAction } from './applications/app-copy.ts'
import { appCreateAction } from './applications/app-create.ts'
import { appDeleteAction } from './applications/app-delete.ts'
import { appExampleAction } from './applications/app-example.ts'
import { appGetAction } from './applications/app-get.ts'
import { appKeyEndOverlapAction } from './applications/app-key-end-overlap.ts'
import { appKeyRotateAction } from './applications/app-key-rotate.ts'
import { appListAction } from './applications/app-list.ts'
import { appUpdateAction } from './applications/app-update.ts'
import { agentHomeAction } from './agents/agent-home.ts'
import { agentMoveCustomersAction } from './agents/agent-move-customers.ts'
import { agentRightsListAction } from './agents/agent-rights-list.ts'
import { agentRightsSetAction } from './agents/agent-rights-set.ts'
import { auditActionsAction } from './audit/audit-actions.ts'
import { auditExportAction } from './audit/audit-export.ts'
import { auditGetAction } from './audit/audit-get.ts'
import { auditListAction } from './audit/audit-list.ts'
import { auditVerifyAction } from './audit/audit-verify.ts'
import { capabilityListAction } from './capabilities/capability-list.ts'
import { capabilitySetAction } from './capabilities/capability-set.ts'
import { batchGetAction } from './batches/batch-get.ts'
import { batchListAction } from './batches/batch-list.ts'
import { batchUpdateAction } from './batches/batch-update.ts'
import { codeDeleteAction } from './codes/code-delete.ts'
import { codeExportAction } from './codes/code-export.ts'
import { codeGenerateAction } from './codes/code-generate.ts'
import { codeGetAction } from './codes/code-get.ts'
import { codeImportAction } from './codes/code-import.ts'
import { codeListAction } from './codes/code-list.ts'
import { codePurgeAction } from './codes/code-purge.ts'
import { codeRestoreAction } from './codes/code-restore.ts'
import { codeUnbindAction } from './codes/code-unbind.ts'
import { codeUpdateAction } from './codes/code-update.ts'
import { DEVICE_ACTIONS } from './devices/index.ts'
import { fileCreateAction } from './files/file-create.ts'
import { fileDeleteAction } from './files/file-delete.ts'
import { fileListAction } from './files/file-list.ts'
import { fileUpdateAction } from './files/file-update.ts'
import type { Implementation } from './implement.ts'
import { SERVER_ACTIONS } from './servers/index.ts'
import { inspectorExplainAction } from './inspector/inspector-explain.ts'
import { inspectorListAction } from './inspector/inspector-list.ts'
import { jobCancelAction } from './jobs/job-cancel.ts'
import { jobListAction } from './jobs/job-list.ts'
import { agentBanAction } from './people/agent-ban.ts'
import { agentCreateAction } from './people/agent-create.ts'
import { agentListAction } from './people/agent-list.ts'
import { agentUnbanAction } from './people/agent-unban.ts'
import { agentUpdateAction } from './people/agent-update.ts'
import { developerBanAction } from './people/developer-ban.ts'
import { developerCreateAction } from './people/developer-create.ts'
import { developerFreezeAction } from './people/developer-freeze.ts'
import { developerGetAction } from './people/developer-get.ts'
import { developerListAction } from './people/developer-list.ts'
import { developerPasswordResetAction } from './people/developer-password-reset.ts'
import { developerUnbanAction } from './people/developer-unban.ts'
import { developerUnfreezeAction } from './people/developer-unfreeze.ts'
import { developerUpdateAction } from './people/developer-update.ts'
import { invitationAcceptAction } from './people/invitation-accept.ts'
import { invitationGetAction } from './people/invitation-get.ts'
import { invitationRevokeAction } from './people/invitation-revoke.ts'
import { planCreateAction } from './people/plan-create.ts'
import { planDeleteAction } from './people/plan-delete.ts'
import { planListAction } from './people/plan-list.ts'
import { planUpdateAction } from './people/plan-update.ts'
import { planUsageAction } from './people/plan-usage.ts'
import { roleCreateAction } from './people/role-create.ts'
import { roleDeleteAction } from './people/role-delete.ts'
import { roleListAction } from './people/role-list.ts'
import { roleUpdateAction } from './people/role-update.ts'
import { staffCreateAction } from './people/staff-create.ts'
import { staffDeleteAction } from './people/staff-delete.ts'
import { staffFreezeAction } from './people/staff-freeze.ts'
import { staffListAction } from './people/staff-list.ts'
import { staffPasswordResetAction } from './people/staff-password-reset.ts'
import { staffUnfreezeAction } from './people/staff-unfreeze.ts'
import { staffUpdateAction } from './people/staff-update.ts'
import { MAIL_ACTIONS } from './mail/index.ts'
import { MESSAGE_ACTIONS } from './messages/index.ts'
import { MESSENGER_ACTIONS } from './messenger/index.ts'
import { paletteSearchAction } from './palette/palette-search.ts'
import { REQUEST_ACTIONS } from './requests/index.ts'
import { RISK_ACTIONS } from './risks/index.ts'
import { SALES_ACTIONS } from './sales/index.ts'
import { passwordChangeAction } from './security/password-change.ts'
import { profileGetAction } from './security/profile-get.ts'
import { profileSetAction } from './security/profile-set.ts'
import { securityGetAction } from './security/security-get.ts'
import { sessionListAction } from './security/session-list.ts'
import { sessionRevokeAction } from './security/session-revoke.ts'
import { signInListAction } from './security/sign-in-list.ts'
import { totpBeginAction } from './security/totp-begin.ts'
import { totpConfirmAction } from './security/totp-confirm.ts'
import { totpOffAction } from './security/totp-off.ts'
import { totpRecoveryNewAction } from './security/totp-recovery-new.ts'
import { loginAction } from './session/login.ts'
import { logoutAction } from './session/logout.ts'
import { meAction } from './session/me.ts'
import { setupAction } from './session/setup.ts'
import { stepUpAction } from './session/step-up.ts'
import { viewDeleteAction } from './views/view-delete.ts'
import { viewListAction } from './views/view-list.ts'
import { viewSaveAction } from './views/view-save.ts'
import { announcementCreateAction } from './platform/announcement-create.ts'
import { announcementCurrentAction } from './platform/announcement-current.ts'
import { announcementDeleteAction } from './platform/announcement-delete.ts'
import { announcementListAction } from './platform/announcement-list.ts'
import { announcementUpdateAction } from './platform/announcement-update.ts'
import { backupDeleteAction } from './platform/backup-delete.ts'
import { backupListAction } from './platform/backup-list.ts'
import { backupNowAction } from './platform/backup-now.ts'
import { backupRestoreAction } from './platform/backup-restore.ts'
import { certificationCreateAction } from './platform/certification-create.ts'
import { certificationDeleteAction } from './platform/certification-delete.ts'
import { certificationImportAction } from './platform/certification-import.ts'
import { certificationListAction } from './platform/certification-list.ts'
import { certificationUpdateAction } from './platform/certification-update.ts'
import { healthAction } from './platform/health.ts'
import { imageDeleteAction } from './platform/image-delete.ts'
import { imageListAction } from './platform/image-list.ts'
import { imageUploadAction } from './platform/image-upload.ts'
import { settingsGetAction } from './platform/settings-get.ts'
import { settingsSetAction } from './platform/settings-set.ts'
import { siteGetAction } from './platform/site-get.ts'

/** Every console action that is declared in contract/actions; a test finds one that is missing. */
export const CONSOLE_ACTIONS: readonly Implementation[] = [
  loginAction,
  setupAction,
  logoutAction,
  meAction,
  stepUpAction,
  profileGetAction,
  profileSetAction,
  securityGetAction,
  passwordChangeAction,
  totpBeginAction,
  totpConfirmAction,
  totpOffAction,
  totpRecoveryNewAction,
  sessionListAction,
  sessionRevokeAction,
  signInListAction,
  appCreateAction,
  appListAction,
  appGetAction,
  appUpdateAction,
  appDeleteAction,
  appCopyAction,
  appKeyRotateAction,
  appKeyEndOverlapAction,
  appExampleAction,
  codeGenerateAction,
  codeListAction,
  codeGetAction,
  codeUpdateAction,
  codeDeleteAction,
  codeRestoreAction,
  codePurgeAction,
  codeUnbindAction,
  codeExportAction,
  batchListAction,
  batchGetAction,
  batchUpdateAction,
  codeImportAction,
  accountListAction,
  accountCreateAction,
  accountUpdateAction,
  accountDeleteAction,
  accountRechargeAction,
  accountPasswordResetAction,
  accountImportAction,
  accountGetAction,
  accountExportAction,
  accountBulkAction,
  appCapabilityListAction,
  appCapabilitySetAction,
  appApiSetAction,
  capabilityListAction,
  capabilitySetAction,
  ...DEVICE_ACTIONS,
  ...SERVER_ACTIONS,
  fileListAction,
  fileCreateAction,
  fileUpdateAction,
  fileDeleteAction,
  jobListAction,
  jobCancelAction,
  auditListAction,
  auditActionsAction,
  auditGetAction,
  auditExportAction,
  auditVerifyAction,
  viewListAction,
  viewSaveAction,
  viewDeleteAction,
  paletteSearchAction,
  inspectorListAction,
  inspectorExplainAction,
  developerListAction,
  developerGetAction,
  developerCreateAction,
  developerUpdateAction,
  developerFreezeAction,
  developerUnfreezeAction,
  developerBanAction,
  developerUnbanAction,
  developerPasswordResetAction,
  agentListAction,
  agentCreateAction,
  agentUpdateAction,
  agentBanAction,
  agentUnbanAction,
  agentRightsListAction,
  agentRightsSetAction,
  agentHomeAction,
  agentMoveCustomersAction,
  planListAction,
  planCreateAction,
  planUpdateAction,
  planDeleteAction,
  planUsageAction,
  staffListAction,
  staffCreateAction,
  staffUpdateAction,
  staffFreezeAction,
  staffUnfreezeAction,
  staffDeleteAction,
  staffPasswordResetAction,
  roleListAction,
  roleCreateAction,
  roleUpdateAction,
  roleDeleteAction,
  invitationGetAction,
  invitationAcceptAction,
  invitationRevokeAction,
  settingsGetAction,
  settingsSetAction,
  siteGetAction,
  healthAction,
  imageUploadAction,
  imageListAction,
  imageDeleteAction,
  announcementListAction,
  announcementCreateAction,
  announcementUpdateAction,
  announcementDeleteAction,
  announcementCurrentAction,
  certificationListAction,
  certificationCreateAction,
  certificationUpdateAction,
  certificationDeleteAction,
  certificationImportAction,
  backupNowAction,
  backupListAction,
  backupDeleteAction,
  backupRestoreAction,
  ...SALES_ACTIONS,
  ...RISK_ACTIONS,
  ...MESSAGE_ACTIONS,
  ...MESSENGER_ACTIONS,
  ...MAIL_ACTIONS,
  ...REQUEST_ACTIONS,
]
