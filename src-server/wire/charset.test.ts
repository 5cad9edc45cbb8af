import { expect, test } from 'vitest'
import { readTogether } from './charset.ts'

const bytes = (hex: string) => Buffer.from(hex, 'hex').toString('latin1')

// GBK by Python's codec. D2 BB is 一 in GBK and U+04BB in UTF-8.
test.each<[string, string[], string[]]>([
  ['nothing', [], []],
  ['ASCII', ['61', ''], ['a', '']],
  ['UTF-8', ['e58da1', 'd2bb'], ['卡', '\u04bb']],
  ['GBK, which one piece proves for all', ['bfa8c3dc', 'd2bb', '815c', '61'], ['卡密', '一', '乗', 'a']],
  ['neither', ['ff61', 'd2bb', 'e5'], ['\ufffda', '\u04bb', '\ufffd']],
  ['a GBK character cut in two is none', ['bfa8c3', 'dc'], ['\ufffd\ufffd\ufffd', '\ufffd']],
  ['a BOM stays', ['efbbbf61'], ['\ufeffa']],
])('%s', (_, hex, texts) => {
  expect(readTogether(hex.map(bytes))).toEqual(texts)
})
