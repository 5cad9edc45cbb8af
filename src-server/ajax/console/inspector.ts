import type { INSPECTOR_CONTRACT } from '../../contract/actions/inspector.ts'
import { CONSOLE } from '../../contract/error-codes.ts'
import type { Applications } from '../../services/applications/applications.ts'
import type { CallInspector } from '../../services/applications/call-inspector.ts'
import { Refused } from '../../services/refused.ts'
import type { ActionsOf } from './handlers.ts'

export interface InspectorServices {
  readonly applications: Applications
  readonly inspector: CallInspector
}

const NO_REQUEST = 'Not a request to this application: a URL, a query, or a raw HTTP request'

export const inspectorActions = ({ applications, inspector }: InspectorServices) => ({
  inspector_list: async ({ actor }, { app, limit, refused }) => {
    applications.require(actor, app)
    return { rows: inspector.newest(app, limit, refused) }
  },
  inspector_explain: async ({ actor }, { app, request }) => {
    applications.require(actor, app)
    const explained = await inspector.explain(app, request)
    if (explained === undefined) throw new Refused(CONSOLE.invalid, NO_REQUEST, { request: NO_REQUEST })
    return explained
  },
}) satisfies ActionsOf<typeof INSPECTOR_CONTRACT>
