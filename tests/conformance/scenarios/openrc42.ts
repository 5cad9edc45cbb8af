import { get, post, sealed, signed } from '../support/requests.ts'
import type { Scenario } from '../support/scenario.ts'
import { credentialScenarios, developerScenario, OWNER } from './developer-calls.ts'

const base = developerScenario('openrc42')
const opened = { encrypt: true, mi_type: 3, sign: true, window: 10 }
// Plain, as the call was: a caller that asks for the key can't read an encrypted answer yet.
const KEY = { code: 200, payload: { rc4_key: '{{rc4_key}}' } }

export const openrc42: readonly Scenario[] = [
  ...credentialScenarios('openrc42'),
  ...['', '&appid=', '&appid=0', '&appid=abc'].map((appid) => ({
    ...base,
    name: `no application: ${appid || 'none named'}`,
    steps: [post('openrc42', `${OWNER}${appid}`, { code: 100, keyless: false })],
  })),
  {
    ...base,
    name: 'an unknown application is refused',
    steps: [post('openrc42', `${OWNER}&appid=999999999`, { code: 101, keyless: false })],
  },
  ...[get, post].map((ask) => ({
    ...base,
    name: `turns RC4-2 on, ${ask.name}`,
    steps: [ask('openrc42', `${OWNER}&appid={{app}}`, { ...KEY, sealed: false })],
    after: { app: opened },
  })),
  {
    ...base,
    name: 'kmlogon is encrypted and signed from then on',
    app: { ...base.app, encrypt: false, mi_type: 3 },
    steps: [
      post('openrc42', `${OWNER}&appid={{app}}`, { ...KEY, sealed: false }),
      post('kmlogon', 'kami=K&markcode=M', { code: 107, sealed: true }),
      post('kmlogon', sealed('rc4', signed('kami=K&markcode=M&t={{t}}')), { code: 149, sealed: true }),
      post('kmlogon', sealed('rc4', signed('kami=K&markcode=M&t={{t-11}}')), { code: 105, sealed: true }),
    ],
    after: { app: opened },
  },
]
