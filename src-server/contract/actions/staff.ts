import { z } from 'zod'
import { defineAction } from '../action.ts'
import { listInput, listOutput } from '../paging.ts'
import { PERSON_STATES } from '../people.ts'
import {
  issuedInvitation,
  newPassword,
  personSettings,
  staffRecord,
  staffRoleRecord,
  staffRoleSettings,
} from '../records/person.ts'

/** Employers alone: who could give himself more may do everything. */
const employers = ['owner', 'developer'] as const
const id = z.int().min(1)
const target = z.strictObject({ id })

export const STAFF_CONTRACT = {
  staff_list: defineAction({
    roles: employers,
    permission: 'staff',
    reads: true,
    input: listInput(['id', 'name', 'created_at', 'last_sign_in_at'], {
      state: z.enum(PERSON_STATES),
      role: id,
    }),
    output: listOutput(staffRecord),
  }),

  /** Without a password he is invited: whoever has the link sets it, within seven days. Without a role he may do nothing. */
  staff_create: defineAction({
    roles: employers,
    permission: 'staff',
    creates: true,
    input: personSettings
      .partial()
      .extend({ name: personSettings.shape.name, role: id.nullish(), password: newPassword.optional() }),
    output: z.object({ staff: staffRecord, invitation: issuedInvitation.nullable() }),
  }),

  staff_update: defineAction({
    roles: employers,
    permission: 'staff',
    stepUp: true,
    input: personSettings.partial().extend({ id, role: id.nullish() }),
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

  /** As developer_password_reset. */
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
    input: listInput(['id', 'name'], {}),
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

  /** Holds at once for all who have it. */
  role_update: defineAction({
    roles: employers,
    permission: 'staff',
    stepUp: true,
    input: staffRoleSettings.partial().extend({ id }),
    output: staffRoleRecord,
  }),

  /** Refused with 409 while somebody has it. */
  role_delete: defineAction({
    roles: employers,
    permission: 'staff',
    stepUp: true,
    input: target,
    output: z.object({}),
  }),
}
