import { sessionList } from '../../../contract/actions/security.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const sessionListAction = implement(sessionList, async ({ services, session }, input) => {
  const { rows, total } = await services.sessionOverview.list(
    session,
    input.filter,
    listQuery(input, 'last_seen_at'),
  )
  return {
    total,
    rows: rows.map((row) => ({
      handle: row.handle,
      operator: row.operatorId,
      name: row.name,
      current: row.current,
      created_at: row.createdAt,
      last_seen_at: row.lastSeenAt,
      expires_at: row.expiresAt,
      ip: row.ip,
      user_agent: row.userAgent,
    })),
  }
})
