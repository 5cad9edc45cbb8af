import { signInList } from '../../../contract/actions/security.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const signInListAction = implement(signInList, async ({ services, actor }, input) => {
  const { rows, total, next } = await services.signInHistory.list(actor, input.filter, listQuery(input, 'id'))
  return {
    total,
    next,
    rows: rows.map(({ operatorId, userAgent, ...row }) => ({
      ...row,
      operator: operatorId,
      user_agent: userAgent,
    })),
  }
})
