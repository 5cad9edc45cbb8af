import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_CODE_LENGTH, MAX_PAGE_SIZE } from '../limits.ts'
import { bulkOutput, listInput, listOutput } from '../paging.ts'
import { ACCOUNT_PASSWORD, ACCOUNT_USER, accountRecord } from '../records/account.ts'

const manages = ['owner', 'developer'] as const
const id = z.int().min(1)

const fields = {
  qq: z.string().trim().min(1).max(32),
  name: z.string().trim().max(64),
  vip: z.int().min(0).max(253_402_300_799),
  disabled: z.boolean(),
  disable_reason: z.string().max(255),
  password: z.string().regex(ACCOUNT_PASSWORD, '6 to 18 letters, digits and . * _ -'),
}

export const accountList = defineAction({
  name: 'account_list',
  roles: manages,
  permission: 'accounts',
  reads: true,
  input: listInput(['id', 'user', 'vip', 'created_at', 'last_login_at'], {
    app: z.int(),
    disabled: z.boolean(),
  }),
  output: listOutput(accountRecord),
})

export const accountCreate = defineAction({
  name: 'account_create',
  roles: manages,
  permission: 'accounts.edit',
  input: z
    .strictObject(fields)
    .partial()
    .extend({
      app: z.int().min(1),
      user: z.string().regex(ACCOUNT_USER, '5 to 11 letters, digits and _'),
      password: fields.password,
      qq: fields.qq,
    }),
  output: accountRecord,
})

/** Changes the members it names, leaves the others. A new password ends the wait after failed logins. */
export const accountUpdate = defineAction({
  name: 'account_update',
  roles: manages,
  permission: 'accounts.edit',
  input: z.strictObject(fields).partial().extend({ id }),
  output: accountRecord,
})

export const accountDelete = defineAction({
  name: 'account_delete',
  roles: manages,
  permission: 'accounts.edit',
  input: z.strictObject({ ids: z.array(id).min(1).max(MAX_PAGE_SIZE) }),
  output: bulkOutput,
})

/** Spends a time, permanent or VIP code on an account. Refusals have the codes of the specification's table. */
export const accountRecharge = defineAction({
  name: 'account_recharge',
  roles: manages,
  permission: 'accounts.edit',
  input: z.strictObject({ id, kami: z.string().max(MAX_CODE_LENGTH) }),
  output: accountRecord,
})
