import { z } from 'zod'
import { defineAction } from '../action.ts'
import { listInput, listOutput } from '../paging.ts'
import {
  issuedInvitation,
  newPassword,
  personSettings,
  staffRecord,
  staffRoleRecord,
  staffRoleSettings,
} from '../records/person.ts'
import { ROLE, STAFF } from '../subjects/people.ts'
import { filterShape } from '../subjects/schemas.ts'

/** Employers alone: who could give himself more may do everything. */
const employers = ['owner', 'developer'] as const
const id = z.int().min(1)
const target = z.strictObject({ id })

export const staffList = defineAction({
  name: 'staff_list',
  roles: employers,
  permission: 'staff',
  reads: true,
  input: listInput(STAFF.sorts, filterShape(STAFF)),
  output: listOutput(staffRecord),
})

/** Without a password he is invited: whoever has the link sets it, within seven days. Without a role he may do nothing. */
export const staffCreate = defineAction({
  name: 'staff_create',
  roles: employers,
  permission: 'staff',
  creates: true,
  input: personSettings
    .partial()
    .extend({ name: personSettings.shape.name, role: id.nullish(), password: newPassword.optional() }),
  output: z.object({ staff: staffRecord, invitation: issuedInvitation.nullable() }),
})

export const staffUpdate = defineAction({
  name: 'staff_update',
  roles: employers,
  permission: 'staff',
  stepUp: true,
  input: personSettings.partial().extend({ id, role: id.nullish() }),
  output: staffRecord,
})

export const staffFreeze = defineAction({
  name: 'staff_freeze',
  roles: employers,
  permission: 'staff',
  input: z.strictObject({ id, reason: z.string().trim().max(255).default('') }),
  output: staffRecord,
})

export const staffUnfreeze = defineAction({
  name: 'staff_unfreeze',
  roles: employers,
  permission: 'staff',
  input: target,
  output: staffRecord,
})

export const staffDelete = defineAction({
  name: 'staff_delete',
  roles: employers,
  permission: 'staff',
  stepUp: true,
  input: target,
  output: z.object({}),
})

/** As developer_password_reset. */
export const staffPasswordReset = defineAction({
  name: 'staff_password_reset',
  roles: employers,
  permission: 'staff',
  stepUp: true,
  input: target,
  output: issuedInvitation,
})

export const roleList = defineAction({
  name: 'role_list',
  roles: employers,
  permission: 'staff',
  reads: true,
  input: listInput(ROLE.sorts, {}),
  output: listOutput(staffRoleRecord),
})

export const roleCreate = defineAction({
  name: 'role_create',
  roles: employers,
  permission: 'staff',
  creates: true,
  stepUp: true,
  input: staffRoleSettings,
  output: staffRoleRecord,
})

/** Holds at once for all who have it. */
export const roleUpdate = defineAction({
  name: 'role_update',
  roles: employers,
  permission: 'staff',
  stepUp: true,
  input: staffRoleSettings.partial().extend({ id }),
  output: staffRoleRecord,
})

/** Refused with 409 while somebody has it. */
export const roleDelete = defineAction({
  name: 'role_delete',
  roles: employers,
  permission: 'staff',
  stepUp: true,
  input: target,
  output: z.object({}),
})
