import { z } from 'zod'
import { defineAction } from '../action.ts'
import { inspectedCall } from '../records/inspected-call.ts'

const app = z.int().min(1)

export const INSPECTOR_CONTRACT = {
  /** The last calls of an application, the newest first, as they were read. They are kept in memory only. */
  inspector_list: defineAction({
    roles: ['owner', 'developer'],
    permission: 'traffic',
    reads: true,
    input: z.strictObject({
      app,
      limit: z.int().min(1).max(200).default(50),
      /** Only calls a guard refused. */
      refused: z.boolean().default(false),
    }),
    output: z.object({ rows: z.array(inspectedCall) }),
  }),

  /** What would happen to a request, without doing it: a URL, a query, or a raw HTTP request with its body. */
  inspector_explain: defineAction({
    roles: ['owner', 'developer'],
    permission: 'traffic',
    reads: true,
    input: z.strictObject({ app, request: z.string().min(1).max(80_000) }),
    output: inspectedCall,
  }),
}
