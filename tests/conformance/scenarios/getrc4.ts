import { get, OPEN, post } from '../support/requests.ts'
import type { Scenario, Settings } from '../support/scenario.ts'

const REFUSED = { code: 200, msg: '无权获取该应用的密钥' }
const RC4: Settings = { encrypt: true, mi_type: 3 }

export const getrc4: readonly Scenario[] = [
  {
    name: 'an application of the same owner gives its key',
    steps: [get('getrc4', 'appid={{app}}', { code: 200, payload: { rc4key: '{{rc4_key}}' } })],
  },
  {
    name: 'an application with encryption encrypts the answer',
    app: RC4,
    steps: [get('getrc4', 'appid={{app}}', { code: 200, payload: { rc4key: '{{rc4_key}}' } })],
  },
  {
    name: 'the leading digits are read as the number',
    steps: [get('getrc4', 'appid=%20{{app}}abc', { code: 200, payload: { rc4key: '{{rc4_key}}' } })],
  },
  ...['', 'appid=', 'appid=0', 'appid=abc', 'appid=999999999', 'appid=-{{app}}'].map((pairs) => ({
    name: `refused with code 200: ${pairs || 'no appid'}`,
    app: OPEN,
    steps: [get('getrc4', pairs, REFUSED)],
  })),
  { name: 'POST is refused', steps: [post('getrc4', 'appid={{app}}', { code: 141 })] },
].map((one) => ({ ...one, given: { capabilities: [{ api: 'getrc4', on: true }] } }))
