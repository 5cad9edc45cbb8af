import { expect, test } from 'vitest'
import { readField, readFlag } from './reply.ts'

const reply = '{"code":200,"time":1700000000,"check":"ab12","msg":"success","close_all":1,"pause_open":0}'

test('a search finds the fields', () => {
  expect(readField(reply, 'code')).toBe('200')
  expect(readField(reply, 'check')).toBe('ab12')
  expect(readField(reply, 'missing')).toBe('')
  expect(readField('{"msg":{"vip":"4102243200"}}', 'vip')).toBe('4102243200')
  expect(readField('{"code":200', 'code')).toBe('')
})

test('a flag is the bare 1', () => {
  expect(readFlag(reply, 'close_all')).toBe(true)
  expect(readFlag(reply, 'pause_open')).toBe(false)
  expect(readFlag('{"close_all":"0"}', 'close_all')).toBe(false)
})
