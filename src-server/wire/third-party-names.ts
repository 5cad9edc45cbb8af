/**
 * The third-party protocol's names for the results of a login (the specification, yyzkmdenglu), in its order.
 */
export const THIRD_PARTY_NAMES = {
  outcome: '登录验证',
  id: '卡密ID',
  created: '创建时间',
  expires: '到期时间',
  type: '卡密类型',
  value: '卡密值',
  machine: '识别码',
} as const

const RENAMED: ReadonlyMap<string, string> = new Map([
  ['kami', THIRD_PARTY_NAMES.value],
  ['vip', THIRD_PARTY_NAMES.expires],
])

/** mi_type 10: renames the fields of a reply that have a third-party name, and keeps their places. */
export function renameFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [RENAMED.get(name) ?? name, field]))
}
