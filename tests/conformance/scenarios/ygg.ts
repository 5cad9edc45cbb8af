import { get, post } from '../support/requests.ts'
import type { Scenario } from '../support/scenario.ts'

const SCRIPT = 'return "云端 <br>"\n'

export const ygg: readonly Scenario[] = [
  ...[get, post].flatMap((ask) =>
    [{}, { encrypt: true, mi_type: 3 as const }, { encrypt: true, mi_type: 4 as const }].map(
      (app): Scenario => ({
        name: `the application’s script, sealed as replies of mi_type 4 are, ${ask.name}, ${JSON.stringify(app)}`,
        app: { ...app, scripts: { ygg: SCRIPT } },
        steps: [ask('ygg', '', { raw: { type: /^text\/plain/, open: 'aes', contains: [SCRIPT] } })],
      }),
    ),
  ),
  {
    name: 'without one of its own, a default that names application and version',
    app: { version: '7.3' },
    steps: [get('ygg', '', { raw: { open: 'aes', contains: ['{{app}}', '7.3'] } })],
  },
]
