import { expect, test } from 'vitest'
import { checkValue } from './envelope.ts'

// By md5sum over the joined text. The vector file wire.json has more.
test.each([
  [1700000000, '', '', '24920decf83f6960b80f737a28eeafc1'],
  [1700000000, 'AppKeyTest000001', 'a b+c&=%41', 'a6c752e4e654531966c541c0edc0fbb5'],
])('check of %d, %j, %j', (time, appkey, value, hex) => {
  expect(checkValue(time, appkey, value)).toBe(hex)
})
