import { inspectorExplain } from '../../../contract/actions/inspector.ts'
import { CONSOLE } from '../../../contract/error-codes.ts'
import { Refused } from '../../../services/refused.ts'
import { implement } from '../implement.ts'

export const inspectorExplainAction = implement(
  inspectorExplain,
  async ({ actor, services }, { app, request }) => {
    services.applications.require(actor, app)
    const explained = await services.inspector.explain(app, request)
    if (explained !== undefined) return explained
    const reason = 'Not a request to this application: a URL, a query, or a raw HTTP request'
    throw new Refused(CONSOLE.invalid, reason, { request: reason })
  },
)
