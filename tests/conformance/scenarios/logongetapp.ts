import { get, post } from '../support/requests.ts'
import type { Scenario } from '../support/scenario.ts'
import { credentialScenarios, developerScenario, OWNER, signedOwner } from './developer-calls.ts'

const base = developerScenario('logongetapp')
const LISTED = {
  code: 200,
  holds: [{ name: 'Listed', appkey: '{{appkey}}', appid: '#{{app}}', id: '#{{app}}', switch: 'y' }],
}

export const logongetapp: readonly Scenario[] = [
  ...credentialScenarios('logongetapp'),
  ...[get, post].map((ask) => ({
    ...base,
    name: `the developer’s applications, ${ask.name}`,
    app: { ...base.app, name: 'Listed', appkey: 'ListedKey' },
    steps: [ask('logongetapp', OWNER, LISTED)],
  })),
  {
    ...base,
    name: 'a signed call gets the list',
    app: { name: 'Listed' },
    steps: [post('logongetapp', signedOwner, LISTED)],
  },
]
