/** Headers that files of other systems give to the same facts, whatever the subject. */

/** The names of a list. */
export function names(list: string): readonly string[] {
  return list.split(', ')
}

export const ENDS = names(
  'ends, ends at, end, end date, end time, expires, expires at, expire date, expire time, expiry, expiry date, expiration, ' +
    'expiration date, valid until, valid to, 到期, 到期时间, 到期日, 到期日期, 过期时间, 过期日期, 有效期至, 截止时间, 截止日期',
)

/** A file says by a yes, or by the name of a state, that a row is disabled. */
export const STATES = names('banned, blocked, frozen, state, status, 禁用, 已禁用, 停用, 封禁, 冻结, 状态')

export const NOTES = names('notes, remark, remarks, comment, memo, 备注, 说明')

export const REASONS = names('reason, ban reason, 原因, 禁用原因, 封禁原因')
