import { z } from 'zod'
import { defineAction } from '../action.ts'
import { listInput, listOutput } from '../paging.ts'
import { IMAGE_PURPOSES, MAX_IMAGE_BYTES } from '../platform-names.ts'
import { announcementFields, announcementRecord } from '../records/announcement.ts'
import { imageRecord } from '../records/image.ts'
import { platformHealth } from '../records/platform-health.ts'
import { settingsChange, settingsRecord, siteSettings } from '../records/settings.ts'
import { ROLES } from '../roles.ts'
import { ANNOUNCEMENT } from '../subjects/platform.ts'

const owner = ['owner'] as const
const permission = 'platform'
const id = z.int().min(1)

export const settingsGet = defineAction({
  name: 'settings_get',
  roles: owner,
  permission,
  reads: true,
  input: z.strictObject({}),
  output: settingsRecord,
})

/** Changes the members it names; addresses and ports stand open as wanted before it answers, or nothing was changed. */
export const settingsSet = defineAction({
  name: 'settings_set',
  roles: owner,
  permission,
  stepUp: true,
  input: settingsChange,
  output: settingsRecord,
})

/** What the platform is called and looks like: everybody may know, before signing in too. */
export const siteGet = defineAction({
  name: 'site_get',
  roles: 'public',
  reads: true,
  input: z.strictObject({}),
  output: siteSettings,
})

/** `check` reads every page of both databases: some seconds for large ones. */
export const health = defineAction({
  name: 'health',
  roles: owner,
  permission: ['platform', 'backups'],
  reads: true,
  input: z.strictObject({ check: z.boolean().default(false) }),
  output: platformHealth,
})

/** PNG, JPEG or WebP by what it holds, up to 5 MB and 40 million pixels. */
export const imageUpload = defineAction({
  name: 'image_upload',
  roles: owner,
  permission,
  input: z.strictObject({
    purpose: z.enum(IMAGE_PURPOSES),
    /** The file, base64. */
    data: z
      .base64()
      .min(1)
      .max(Math.ceil(MAX_IMAGE_BYTES / 3) * 4, 'at most 5 MB'),
  }),
  output: imageRecord,
})

export const imageList = defineAction({
  name: 'image_list',
  roles: owner,
  permission,
  reads: true,
  input: z.strictObject({ purpose: z.enum(IMAGE_PURPOSES).optional() }),
  output: z.object({ rows: z.array(imageRecord) }),
})

/** One that the settings show is taken out of them. */
export const imageDelete = defineAction({
  name: 'image_delete',
  roles: owner,
  permission,
  input: z.strictObject({ id: z.string().min(1).max(64) }),
  output: z.object({}),
})

export const announcementList = defineAction({
  name: 'announcement_list',
  roles: owner,
  permission,
  reads: true,
  input: listInput(ANNOUNCEMENT.sorts, {}),
  output: listOutput(announcementRecord),
})

export const announcementCreate = defineAction({
  name: 'announcement_create',
  roles: owner,
  permission,
  input: announcementFields.extend({
    text: announcementFields.shape.text.default(''),
    audience: announcementFields.shape.audience.default('everybody'),
    /** Left out: at once. */
    starts_at: announcementFields.shape.starts_at.optional(),
    ends_at: announcementFields.shape.ends_at.default(null),
  }),
  output: announcementRecord,
})

export const announcementUpdate = defineAction({
  name: 'announcement_update',
  roles: owner,
  permission,
  input: announcementFields.partial().extend({ id }),
  output: announcementRecord,
})

export const announcementDelete = defineAction({
  name: 'announcement_delete',
  roles: owner,
  permission,
  input: z.strictObject({ id }),
  output: z.object({}),
})

/** What is said to the caller now, the newest first; a browser remembers what it put away. */
export const announcementCurrent = defineAction({
  name: 'announcement_current',
  roles: ROLES,
  permission: 'self',
  reads: true,
  input: z.strictObject({}),
  output: z.object({
    rows: z.array(announcementRecord.pick({ id: true, title: true, text: true, starts_at: true })),
  }),
})
