import { get, OPEN, post } from '../support/requests.ts'
import type { Scenario } from '../support/scenario.ts'

const KEY = { rc4: '{{md5:{{appkey}}{{app}}}}' }
const SCRIPT = 'print("签名 \\" <br>")\n'

const own: readonly Scenario[] = [get, post].flatMap((ask) =>
  [{}, OPEN, { encrypt: true, mi_type: 3 as const }].map((app): Scenario => ({
    name: `the application’s script, ${ask.name}, ${JSON.stringify(app)}`,
    app: { ...app, scripts: { sig: SCRIPT } },
    steps: [ask('sig', '', { raw: { type: /^text\/plain/, open: KEY, contains: [SCRIPT] } })],
  })),
)

const fallback: Scenario = {
  name: 'an application without a script gets one that shows the check code',
  steps: [
    get('sig', 'sign=wrong&t=1', {
      raw: { open: KEY, contains: ['{{md5:{{app}}{{md5:{{appkey}}{{app}}}}}}'] },
    }),
  ],
}

export const sig: readonly Scenario[] = [...own, fallback]
