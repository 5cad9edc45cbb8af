import { expect, test } from 'vitest'
import { renameFields } from './third-party-names.ts'

test('code and end get third-party names, all other fields keep their names, and the order stays', () => {
  const renamed = renameFields({ kami: 'C-1', vip: '4102243200', debug: 0 })
  expect(JSON.stringify(renamed)).toBe('{"卡密值":"C-1","到期时间":"4102243200","debug":0}')
})
