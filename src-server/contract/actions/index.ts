import type { z } from 'zod'
import { accountExport, accountImport } from './account-transfer.ts'
import {
  accountBulk,
  accountCreate,
  accountDelete,
  accountGet,
  accountList,
  accountPasswordReset,
  accountRecharge,
  accountUpdate,
} from './accounts.ts'
import {
  appCopy,
  appCreate,
  appDelete,
  appExample,
  appGet,
  appKeyEndOverlap,
  appKeyRotate,
  appList,
  appUpdate,
} from './applications.ts'
import { appCapabilityList, appCapabilitySet, capabilityList, capabilitySet } from './capabilities.ts'
import { auditActions, auditExport, auditGet, auditList, auditVerify } from './audit.ts'
import { batchGet, batchList, batchUpdate } from './batches.ts'
import { codeDelete, codeExport, codePurge, codeRestore, codeUnbind, codeUpdate } from './code-bulk.ts'
import { codeGenerate, codeGet, codeImport, codeList } from './codes.ts'
import { deviceBulk, deviceDelete, deviceExpiring, deviceExtend, deviceMove } from './device-bulk.ts'
import { deviceExport, deviceImport } from './device-transfer.ts'
import {
  deviceControl,
  deviceCreate,
  deviceGet,
  deviceHistory,
  deviceList,
  deviceSameNumber,
  deviceUpdate,
} from './devices.ts'
import { fileCreate, fileDelete, fileList, fileUpdate } from './files.ts'
import { inspectorExplain, inspectorList } from './inspector.ts'
import { jobCancel, jobList } from './jobs.ts'
import { MAIL } from './mail.ts'
import { MESSAGES } from './messages.ts'
import { MESSENGER } from './messenger.ts'
import { paletteSearch } from './palette.ts'
import {
  passwordChange,
  profileGet,
  profileSet,
  securityGet,
  sessionList,
  sessionRevoke,
  signInList,
  totpBegin,
  totpConfirm,
  totpOff,
  totpRecoveryNew,
} from './security.ts'
import { login, logout, me, setup, stepUp } from './session.ts'
import {
  developerList,
  developerGet,
  developerCreate,
  developerUpdate,
  developerFreeze,
  developerUnfreeze,
  developerBan,
  developerUnban,
  developerPasswordReset,
} from './developers.ts'
import { agentList, agentCreate, agentUpdate, agentBan, agentUnban } from './agents.ts'
import { planList, planCreate, planUpdate, planDelete, planUsage } from './plans.ts'
import {
  staffList,
  staffCreate,
  staffUpdate,
  staffFreeze,
  staffUnfreeze,
  staffDelete,
  staffPasswordReset,
  roleList,
  roleCreate,
  roleUpdate,
  roleDelete,
} from './staff.ts'
import { invitationGet, invitationAccept, invitationRevoke } from './invitations.ts'
import { viewDelete, viewList, viewSave } from './views.ts'
import { backupDelete, backupList, backupNow, backupRestore } from './backups.ts'
import {
  certificationCreate,
  certificationDelete,
  certificationImport,
  certificationList,
  certificationUpdate,
} from './certifications.ts'
import {
  announcementCreate,
  announcementCurrent,
  announcementDelete,
  announcementList,
  announcementUpdate,
  health,
  imageDelete,
  imageList,
  imageUpload,
  settingsGet,
  settingsSet,
  siteGet,
} from './platform.ts'
import {
  authRequestBulk,
  authRequestCounts,
  authRequestGet,
  authRequestHandle,
  authRequestList,
  authRequestReverse,
  replyTemplateDelete,
  replyTemplateList,
  replyTemplateSave,
} from './requests.ts'
import { riskAcknowledge, riskCounts, riskList } from './risks.ts'
import { SELLING } from './selling.ts'
import { SERVERS } from './servers.ts'

/** Every console action. The server refuses to start when one of them has no implementation. */
export const ACTIONS = [
  login,
  setup,
  logout,
  me,
  stepUp,
  profileGet,
  profileSet,
  securityGet,
  passwordChange,
  totpBegin,
  totpConfirm,
  totpOff,
  totpRecoveryNew,
  sessionList,
  sessionRevoke,
  signInList,
  appCreate,
  appList,
  appGet,
  appUpdate,
  appDelete,
  appCopy,
  appKeyRotate,
  appKeyEndOverlap,
  appExample,
  codeGenerate,
  codeList,
  codeGet,
  codeUpdate,
  codeDelete,
  codeRestore,
  codePurge,
  codeUnbind,
  codeExport,
  batchList,
  batchGet,
  batchUpdate,
  codeImport,
  accountList,
  accountCreate,
  accountUpdate,
  accountDelete,
  accountRecharge,
  accountGet,
  accountBulk,
  accountPasswordReset,
  accountExport,
  accountImport,
  appCapabilityList,
  appCapabilitySet,
  capabilityList,
  capabilitySet,
  deviceList,
  deviceGet,
  deviceCreate,
  deviceSameNumber,
  deviceUpdate,
  deviceControl,
  deviceHistory,
  deviceBulk,
  deviceExtend,
  deviceDelete,
  deviceMove,
  deviceExpiring,
  deviceExport,
  deviceImport,
  ...SERVERS,
  fileList,
  fileCreate,
  fileUpdate,
  fileDelete,
  jobList,
  jobCancel,
  auditList,
  auditActions,
  auditGet,
  auditExport,
  auditVerify,
  viewList,
  viewSave,
  viewDelete,
  paletteSearch,
  inspectorList,
  inspectorExplain,
  developerList,
  developerGet,
  developerCreate,
  developerUpdate,
  developerFreeze,
  developerUnfreeze,
  developerBan,
  developerUnban,
  developerPasswordReset,
  agentList,
  agentCreate,
  agentUpdate,
  agentBan,
  agentUnban,
  planList,
  planCreate,
  planUpdate,
  planDelete,
  planUsage,
  staffList,
  staffCreate,
  staffUpdate,
  staffFreeze,
  staffUnfreeze,
  staffDelete,
  staffPasswordReset,
  roleList,
  roleCreate,
  roleUpdate,
  roleDelete,
  invitationGet,
  invitationAccept,
  invitationRevoke,
  settingsGet,
  settingsSet,
  siteGet,
  health,
  imageUpload,
  imageList,
  imageDelete,
  announcementList,
  announcementCreate,
  announcementUpdate,
  announcementDelete,
  announcementCurrent,
  certificationList,
  certificationCreate,
  certificationUpdate,
  certificationDelete,
  certificationImport,
  backupNow,
  backupList,
  backupDelete,
  backupRestore,
  authRequestList,
  authRequestGet,
  authRequestHandle,
  authRequestBulk,
  authRequestReverse,
  authRequestCounts,
  replyTemplateList,
  replyTemplateSave,
  replyTemplateDelete,
  ...SELLING,
  ...MESSAGES,
  ...MESSENGER,
  ...MAIL,
  riskList,
  riskCounts,
  riskAcknowledge,
] as const

type Declared = (typeof ACTIONS)[number]
export type ActionName = Declared['name']
/** Those that change something, and so leave a row in the audit log. */
export type ChangingAction = Exclude<Declared, { readonly reads?: true }>['name']
/** By key, not by search: the compiler asks for one at every call. */
type ByName = { readonly [A in Declared as A['name']]: A }
type Named<N extends ActionName> = ByName[N]
/** What a caller sends: defaults may be left out. */
export type ActionInput<N extends ActionName> = z.input<Named<N>['input']>
export type ActionOutput<N extends ActionName> = z.output<Named<N>['output']>
