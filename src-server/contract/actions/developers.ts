import { z } from 'zod'
import { defineAction } from '../action.ts'
import { listInput, listOutput } from '../paging.ts'
import {
  developerDetail,
  developerRecord,
  issuedInvitation,
  newPassword,
  personSettings,
} from '../records/person.ts'
import { DEVELOPER } from '../subjects/people.ts'
import { filterShape } from '../subjects/schemas.ts'

const owner = ['owner'] as const
const id = z.int().min(1)
const target = z.strictObject({ id })
const reason = z.string().trim().max(255)
const time = z.int().min(0).max(253_402_300_799)

export const developerList = defineAction({
  name: 'developer_list',
  roles: owner,
  permission: 'people',
  reads: true,
  input: listInput(DEVELOPER.sorts, filterShape(DEVELOPER)),
  output: listOutput(developerRecord),
})

/** With what he uses of his plan. */
export const developerGet = defineAction({
  name: 'developer_get',
  roles: owner,
  permission: 'people',
  reads: true,
  input: target,
  output: developerDetail,
})

/** Without a password he is invited: whoever has the link sets it, within seven days. */
export const developerCreate = defineAction({
  name: 'developer_create',
  roles: owner,
  permission: 'people',
  input: personSettings
    .partial()
    .extend({ name: personSettings.shape.name, plan: id.nullish(), password: newPassword.optional() }),
  output: z.object({ developer: developerRecord, invitation: issuedInvitation.nullable() }),
})

/** Changes the members it names. Another plan begins now, and ends by its own days unless an end is given. */
export const developerUpdate = defineAction({
  name: 'developer_update',
  roles: owner,
  permission: 'people',
  input: personSettings.partial().extend({ id, plan: id.nullish(), plan_ends_at: time.nullish() }),
  output: developerRecord,
})

/** For a while: he and his staff are signed out, their applications go on. */
export const developerFreeze = defineAction({
  name: 'developer_freeze',
  roles: owner,
  permission: 'people',
  input: z.strictObject({ id, reason: reason.default('') }),
  output: developerRecord,
})

export const developerUnfreeze = defineAction({
  name: 'developer_unfreeze',
  roles: owner,
  permission: 'people',
  input: target,
  output: developerRecord,
})

/**
 * For good, with a reason. His applications go on answering unless they are to be closed with it; lifting the ban opens
 * those again.
 */
export const developerBan = defineAction({
  name: 'developer_ban',
  roles: owner,
  permission: 'people',
  stepUp: true,
  input: z.strictObject({ id, reason: reason.min(1), close_apps: z.boolean().default(false) }),
  output: z.object({ developer: developerRecord, closed: z.int() }),
})

export const developerUnban = defineAction({
  name: 'developer_unban',
  roles: owner,
  permission: 'people',
  stepUp: true,
  input: target,
  output: z.object({ developer: developerRecord, opened: z.int() }),
})

/**
 * A link with which he sets another password within a day; the old one and his sessions end at once. Somebody who never
 * had one gets a new invitation.
 */
export const developerPasswordReset = defineAction({
  name: 'developer_password_reset',
  roles: owner,
  permission: 'people',
  stepUp: true,
  input: target,
  output: issuedInvitation,
})
