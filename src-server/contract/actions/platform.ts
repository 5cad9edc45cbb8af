import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_IMPORTED_ROWS, MAX_PAGE_SIZE } from '../limits.ts'
import { bulkOutput, listInput, listOutput } from '../paging.ts'
import { IMAGE_PURPOSES, MAX_IMAGE_BYTES } from '../platform-names.ts'
import { announcementFields, announcementRecord } from '../records/announcement.ts'
import { backupFailure, backupName, backupRecord } from '../records/backup.ts'
import { certificationFields, certificationRecord } from '../records/certification.ts'
import { imageRecord } from '../records/image.ts'
import { healthSample } from '../records/health-sample.ts'
import { platformHealth } from '../records/platform-health.ts'
import { serverCopy } from '../records/server-copy.ts'
import { settingsChange, settingsRecord, signInSite } from '../records/settings.ts'
import { ROLES } from '../permissions.ts'
import { naming, referenceTo } from '../reference.ts'
import { ANNOUNCEMENT, CERTIFICATION } from '../subjects/platform.ts'
import { filterShape } from '../subjects/schemas.ts'

const owner = ['owner'] as const
const permission = 'platform'
const announcement = referenceTo('announcement')
const certification = referenceTo('certification')
const recoveryKeyText = z.string().min(1).max(100)
const { holder, note, expires_at, disabled } = certificationFields.shape

export const PLATFORM_CONTRACT = {
  settings_get: defineAction({
    roles: owner,
    permission,
    reads: true,
    input: z.strictObject({}),
    output: settingsRecord,
  }),

  /** Changes the members that the input names. The listeners are open as wanted before the answer, or nothing changes. */
  settings_set: defineAction({
    roles: owner,
    permission,
    stepUp: true,
    size: 'texts',
    input: settingsChange,
    output: settingsRecord,
  }),

  /** The platform's name and looks. It needs no session. */
  site_get: defineAction({
    roles: 'public',
    reads: true,
    input: z.strictObject({}),
    output: signInSite,
  }),

  /** `check` reads every page of both databases, which takes seconds for large ones. */
  health: defineAction({
    roles: owner,
    permission: ['platform', 'backups'],
    reads: true,
    input: z.strictObject({ check: z.boolean().default(false) }),
    output: platformHealth,
  }),

  /** The server's state over time, of at most 30 days, in about `points` steps. */
  health_history: defineAction({
    roles: owner,
    permission: ['platform', 'backups'],
    reads: true,
    input: z.strictObject({
      from: z.int().min(0),
      to: z.int().min(0),
      points: z.int().min(10).max(1000).default(300),
    }),
    output: z.object({
      /** The length of a step. */
      seconds: z.int(),
      rows: z.array(healthSample),
    }),
  }),

  /** The copies of the server, where it runs as several processes over one database. */
  copy_list: defineAction({
    roles: owner,
    permission: ['platform', 'backups'],
    reads: true,
    input: z.strictObject({}),
    output: z.object({ rows: z.array(serverCopy) }),
  }),

  /**
   * Says that the machine's clock is right, so that purges, expiries and reminders go on. Without a doubt
   * it does nothing.
   */
  clock_confirm: defineAction({
    roles: owner,
    permission,
    input: z.strictObject({}),
    output: z.object({}),
  }),

  /** Accepts PNG, JPEG or WebP by its content, up to 5 MB and 40 million pixels. */
  image_upload: defineAction({
    roles: owner,
    permission,
    size: 'picture',
    input: z.strictObject({
      purpose: z.enum(IMAGE_PURPOSES),
      /** The file, base64. */
      data: z
        .base64()
        .min(1)
        .max(Math.ceil(MAX_IMAGE_BYTES / 3) * 4, 'at most 5 MB'),
    }),
    output: imageRecord,
  }),

  image_list: defineAction({
    roles: owner,
    permission,
    reads: true,
    input: z.strictObject({ purpose: z.enum(IMAGE_PURPOSES).optional() }),
    output: z.object({ rows: z.array(imageRecord) }),
  }),

  /** Removes the image from the settings that show it, too. */
  image_delete: defineAction({
    roles: owner,
    permission,
    input: z.strictObject({ id: naming('image', z.string().min(1).max(64)) }),
    output: z.object({}),
  }),

  announcement_list: defineAction({
    roles: owner,
    permission,
    reads: true,
    input: listInput(ANNOUNCEMENT.sorts, {}),
    output: listOutput(announcementRecord),
  }),

  announcement_create: defineAction({
    roles: owner,
    permission,
    input: announcementFields.extend({
      text: announcementFields.shape.text.default(''),
      audience: announcementFields.shape.audience.default('everybody'),
      /** By default at once. */
      starts_at: announcementFields.shape.starts_at.optional(),
      ends_at: announcementFields.shape.ends_at.default(null),
    }),
    output: announcementRecord,
  }),

  announcement_update: defineAction({
    roles: owner,
    permission,
    input: announcementFields.partial().extend({ id: announcement }),
    output: announcementRecord,
  }),

  announcement_delete: defineAction({
    roles: owner,
    permission,
    input: z.strictObject({ id: announcement }),
    output: z.object({}),
  }),

  /** The announcements for the caller now, the newest first. The browser remembers which ones it closed. */
  announcement_current: defineAction({
    roles: ROLES,
    permission: 'self',
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(announcementRecord.pick({ id: true, title: true, text: true, starts_at: true })),
    }),
  }),

  certification_list: defineAction({
    roles: owner,
    permission,
    reads: true,
    input: listInput(CERTIFICATION.sorts, filterShape(CERTIFICATION)),
    output: listOutput(certificationRecord),
  }),

  /** 409 where a certification of the product for that host exists. */
  certification_create: defineAction({
    roles: owner,
    permission,
    input: certificationFields.extend({
      holder: holder.default(''),
      note: note.default(''),
      expires_at: expires_at.default(null),
      disabled: disabled.default(false),
    }),
    output: certificationRecord,
  }),

  certification_update: defineAction({
    roles: owner,
    permission,
    input: certificationFields.partial().extend({ id: certification }),
    output: certificationRecord,
  }),

  certification_delete: defineAction({
    roles: owner,
    permission,
    input: z.strictObject({ ids: z.array(certification).min(1).max(MAX_PAGE_SIZE) }),
    output: bulkOutput,
  }),

  /** Certifications from a file. A known pair is skipped, and so is a wrong row, each with the reason. */
  certification_import: defineAction({
    roles: owner,
    permission,
    size: 'import',
    input: z.strictObject({
      /** Each an `importedCertification`. */
      rows: z.array(z.unknown()).min(1).max(MAX_IMPORTED_ROWS),
      /** true: only says what would be done. */
      dry_run: z.boolean().default(false),
    }),
    /** `row` counts from 0. */
    output: z.object({
      done: z.int(),
      skipped: z.array(z.object({ row: z.int(), reason: z.string() })),
    }),
  }),

  /** Copies both databases and checks the copies, while calls go on. Its job reports progress; `total` counts steps. */
  backup_now: defineAction({
    roles: owner,
    permission: 'backups',
    input: z.strictObject({}),
    output: z.object({ job: z.string() }),
  }),

  /** The newest first. `folder` is the place of new backups. */
  backup_list: defineAction({
    roles: owner,
    permission: 'backups',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ rows: z.array(backupRecord), folder: z.string(), failure: backupFailure.nullable() }),
  }),

  backup_delete: defineAction({
    roles: owner,
    permission: 'backups',
    stepUp: true,
    input: z.strictObject({ name: naming('backup', backupName) }),
    output: z.object({}),
  }),

  /**
   * Restores a backup. The job first checks a copy of it. Then the server switches to the copy while calls wait, and keeps
   * the replaced data as a backup; `health` says what was restored. Everybody except the caller is signed out. Close
   * commands that still waited in the backup are withdrawn: terminals may have carried them out since.
   */
  backup_restore: defineAction({
    roles: owner,
    permission: 'backups',
    stepUp: true,
    input: z.strictObject({
      name: naming('backup', backupName),
      /** The recovery key of the machine that made the backup. Only a backup of another machine needs it. */
      recovery_key: recoveryKeyText.optional(),
    }),
    output: z.object({ job: z.string() }),
  }),

  /** The recovery key, until `recovery_key_confirm`. Only for the owner in person. */
  recovery_key_show: defineAction({
    roles: owner,
    stepUp: true,
    input: z.strictObject({}),
    output: z.object({ recovery_key: z.string() }),
  }),

  /** The owner has stored the recovery key. The server can't show it any more. */
  recovery_key_confirm: defineAction({
    roles: owner,
    input: z.strictObject({}),
    output: z.object({}),
  }),

  /** Another recovery key. The one before opens only backups made before. */
  recovery_key_renew: defineAction({
    roles: owner,
    stepUp: true,
    input: z.strictObject({}),
    output: z.object({ recovery_key: z.string() }),
  }),

  /** Opens keys and passwords that another machine sealed, and seals them for this one. Then the server opens its data again. */
  secrets_unlock: defineAction({
    roles: owner,
    input: z.strictObject({ recovery_key: recoveryKeyText }),
    output: z.object({}),
  }),
}
