import { z } from 'zod'
import { optional } from '../../contract/described.ts'
import { CODE } from '../../contract/error-codes.ts'
import { findAccountKey } from '../../domain/device/account-key.ts'
import type { Authorization } from '../../domain/device/authorization.ts'

/** The three ways an MT5 program can name its trading account (docs/protocol.md 8). */
export const mt5Identity = z.object({
  account_key: optional('the trading account, `<account number>@<server>`'),
  mt5_login: optional('the account number, instead of `account_key`'),
  mt5_server: optional('the name of the broker’s server, with `mt5_login`'),
  markcode: optional('the trading account as `account_key`, for programs that send it under this name'),
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
export const AUTHORIZATION_CODES = {
  authorized: CODE.success,
  policyOff: CODE.mt5Off,
  unknown: CODE.mt5NotFound,
  disabled: CODE.disabled,
  expired: CODE.failure,
} as const satisfies Record<Authorization, number>

/** The cases of these codes. */
export const AUTHORIZATION_CASES = {
  mt5Off: 'MT5 is off for the application',
  mt5NotFound: 'there is no such trading account, or the parameters name none',
  disabled: 'the trading account is disabled; `msg` has the reason',
  failure: 'the licence of the trading account has ended',
}
