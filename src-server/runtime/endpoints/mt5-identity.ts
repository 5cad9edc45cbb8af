import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { findAccountKey } from '../../domain/device/account-key.ts'
import type { Authorization } from '../../domain/device/authorization.ts'

/** The three ways an MT5 program can name its trading account (docs/protocol.md 8). */
export const mt5Identity = z.object({
  account_key: z.string().optional(),
  mt5_login: z.string().optional(),
  mt5_server: z.string().optional(),
  markcode: z.string().optional(),
})

/** @returns undefined when the parameters name no trading account */
export function accountKeyOf(params: z.output<typeof mt5Identity>): string | undefined {
  return findAccountKey({
    accountKey: params.account_key,
    login: params.mt5_login,
    server: params.mt5_server,
    markcode: params.markcode,
  })
}

/** The reply's code for each authorization. */
export const AUTHORIZATION_CODES: Record<Authorization, number> = {
  authorized: CODE.success,
  policyOff: CODE.mt5Off,
  unknown: CODE.mt5NotFound,
  disabled: CODE.disabled,
  expired: CODE.failure,
}
