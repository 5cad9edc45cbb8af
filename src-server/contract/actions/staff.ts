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
import { referenceTo } from '../reference.ts'
import { ROLE, STAFF } from '../subjects/people.ts'
import { filterShape } from '../subjects/schemas.ts'

/** Employers alone: staff with this permission could give themselves every other one. */
const employers = ['owner', 'developer'] as const
const id = referenceTo('staff')
const role = referenceTo('role')
const target = z.strictObject({ id })

export const STAFF_CONTRACT = {
  staff_list: defineAction({
    roles: employers,
    permission: 'staff',
    reads: true,
    input: listInput(STAFF.sorts, filterShape(STAFF)),
    output: listOutput(staffRecord),
  }),

  /** Without a password it makes an invitation: a link to set the password, valid for seven days. Without a role staff may do nothing. */
  staff_create: defineAction({
    roles: employers,
    permission: 'staff',
    creates: true,
    input: personSettings
      .partial()
      .extend({ name: personSettings.shape.name, role: role.nullish(), password: newPassword.optional() }),
    output: z.object({ staff: staffRecord, invitation: issuedInvitation.nullable() }),
  }),

  staff_update: defineAction({
    roles: employers,
    permission: 'staff',
    stepUp: true,
    input: personSettings.partial().extend({ id, role: role.nullish() }),
    output: staffRecord,
  }),

  staff_freeze: defineAction({
    roles: employers,
    permission: 'staff',
    input: z.strictObject({ id, reason: z.string().trim().max(255).default('') }),
    output: staffRecord,
  }),

  staff_unfreeze: defineAction({
    roles: employers,
    permission: 'staff',
    input: target,
    output: staffRecord,
  }),

  staff_delete: defineAction({
    roles: employers,
    permission: 'staff',
    stepUp: true,
    input: target,
    output: z.object({}),
  }),

  /** The same as `developer_password_reset`. */
  staff_password_reset: defineAction({
    roles: employers,
    permission: 'staff',
    stepUp: true,
    input: target,
    output: issuedInvitation,
  }),

  role_list: defineAction({
    roles: employers,
    permission: 'staff',
    reads: true,
    input: listInput(ROLE.sorts, {}),
    output: listOutput(staffRoleRecord),
  }),

  role_create: defineAction({
    roles: employers,
    permission: 'staff',
    creates: true,
    stepUp: true,
    input: staffRoleSettings,
    output: staffRoleRecord,
  }),

  /** Holds at once for all staff of the role. */
  role_update: defineAction({
    roles: employers,
    permission: 'staff',
    stepUp: true,
    input: staffRoleSettings.partial().extend({ id: role }),
    output: staffRoleRecord,
  }),

  /** 409 while staff have the role. */
  role_delete: defineAction({
    roles: employers,
    permission: 'staff',
    stepUp: true,
    input: z.strictObject({ id: role }),
    output: z.object({}),
  }),
}
