import { get, post } from '../support/requests.ts'
import { RSA_PRIVATE_KEY } from '../support/rsa-key.ts'
import type { Scenario, Settings } from '../support/scenario.ts'

const MODES: readonly Settings[] = [
  {},
  { encrypt: true, mi_type: 3 },
  { encrypt: true, mi_type: 4, rsa_private_key: RSA_PRIVATE_KEY },
]
const SCRIPT = 'return "云端 <br>"\n'

export const ygg: readonly Scenario[] = [
  ...[get, post].flatMap((ask) =>
    MODES.map((app): Scenario => ({
      name: `the application’s script is encrypted like replies of mi_type 4, ${ask.name}, mi_type ${app.mi_type ?? 0}`,
      app: { ...app, scripts: { ygg: SCRIPT } },
      steps: [ask('ygg', '', { raw: { type: /^text\/plain/, open: 'aes', contains: [SCRIPT] } })],
    })),
  ),
  {
    name: 'an application without a script gets a default that names application and version',
    app: { version: '7.3' },
    steps: [get('ygg', '', { raw: { open: 'aes', contains: ['{{app}}', '7.3'] } })],
  },
]
