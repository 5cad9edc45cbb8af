import { expect, it } from 'vitest'
import { signatureOf } from './sign.ts'

const keys = { secret: 'key', previousSecret: 'old', previousUntil: 200 }
// printf '%s' 'evt_1.100.{"a":1}' | openssl dgst -sha256 -hmac key
const BY_KEY = 'v1=9a0ad0bcb43f00d3ab61068aaf2607cd151d2ff0405f27c4529a03e603791f5e'
const BY_OLD = 'v1=c8337a314ba76ebd6bd0f9a00eb56aeb32a76fdf036882e66b36d11cb444a70b'

it('signs id, time and body', () => {
  const call = { id: 'evt_1', time: 200, body: '{"a":1}' }
  expect(signatureOf({ ...keys, previousSecret: '' }, { ...call, time: 100 })).toBe(BY_KEY)
})

it('has two signatures until the old key ends', () => {
  const call = { id: 'evt_1', body: '{"a":1}' }
  expect(signatureOf(keys, { ...call, time: 100 })).toBe(`${BY_KEY},${BY_OLD}`)
  expect(signatureOf(keys, { ...call, time: 200 }).split(',')).toHaveLength(1)
})
