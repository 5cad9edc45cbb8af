import type { Scope, WholeScope } from '../domain/access/scope.ts'
import type { Request } from '../domain/aftersales/request.ts'
import type { AlikeRequest } from './repositories/requests.ts'

const COLUMNS = `requests.id, requests.kind, requests.state, requests.app_id AS "appId", requests.code_id AS "codeId",
  requests.device_id AS "deviceId", requests.subject, requests.new_key AS "newKey", requests.contact, requests.ip,
  requests.created_at AS "createdAt", requests.decided_by_name AS "decidedByName"`

/** One query for each index, in the index's order, because the planner uses no index for an OR. */
const WAYS = [
  { member: 'codeId', column: 'code_id', order: 'requests.id DESC' },
  { member: 'deviceId', column: 'device_id', order: 'requests.id DESC' },
  { member: 'contact', column: 'contact', order: 'requests.created_at DESC, requests.id DESC' },
  { member: 'ip', column: 'ip', order: 'requests.created_at DESC, requests.id DESC' },
] as const

/** The SQL of scope.ts for requests. */
const IN_SIGHT: Record<WholeScope['kind'], { readonly joins: string; readonly where: string }> = {
  everything: { joins: '', where: '@operator = 0' },
  ownedBy: {
    joins: '',
    where: 'requests.app_id IN (SELECT id FROM applications WHERE owner_id = @operator)',
  },
  attributedTo: {
    joins: `LEFT JOIN codes ON codes.id = requests.code_id LEFT JOIN devices ON devices.id = requests.device_id`,
    where: 'coalesce(codes.agent_id, devices.agent_id) = @operator',
  },
}

/** The parameters of a query for similar requests, by name. */
export interface AskedAlike {
  readonly value: number | string
  readonly id: number
  readonly operator: number
  readonly limit: number
}

/** A query for similar requests in either database. */
export type AlikeStatement = (asked: AskedAlike) => Promise<AlikeRequest[]>

/**
 * Finds similar requests by subject, contact or address, the newest first. It runs for each row of a page, so
 * the statements are prepared once.
 */
export function alikeFinder(
  prepare: (text: string) => AlikeStatement,
): (scope: Scope, request: Request, limit: number) => Promise<AlikeRequest[]> {
  const prepareAll = ({ joins, where }: (typeof IN_SIGHT)[WholeScope['kind']]) =>
    WAYS.map(({ member, column, order }) => ({
      member,
      find: prepare(
        `SELECT ${COLUMNS} FROM requests ${joins} WHERE requests.${column} = @value AND requests.id <> @id AND ${where}
         ORDER BY ${order} LIMIT @limit`,
      ),
    }))
  const ways = {
    everything: prepareAll(IN_SIGHT.everything),
    ownedBy: prepareAll(IN_SIGHT.ownedBy),
    attributedTo: prepareAll(IN_SIGHT.attributedTo),
  }
  return async (scope, request, limit) => {
    const whole = scope.kind === 'within' ? scope.of : scope
    const operator = whole.kind === 'everything' ? 0 : whole.operatorId
    const byId = new Map<number, AlikeRequest>()
    for (const { member, find } of ways[whole.kind]) {
      const value = request[member]
      if (value === null) continue
      for (const row of await find({ value, id: request.id, operator, limit })) byId.set(row.id, row)
    }
    return [...byId.values()]
      .filter(({ appId }) => scope.kind !== 'within' || scope.apps.includes(appId))
      .sort((a, b) => b.id - a.id)
  }
}
