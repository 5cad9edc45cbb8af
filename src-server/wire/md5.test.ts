import { expect, test } from 'vitest'
import { md5Hex } from './digests.ts'

// RFC 1321, A.5. The last one by md5sum over the UTF-8 bytes.
test.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['a', '0cc175b9c0f1b6a831c399e269772661'],
  ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  [
    '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
    '57edf4a22be3c955ac49da2e2107b67a',
  ],
  ['卡密', '0224a887ab19a26fb2ae1c0fe7e38a8a'],
])('md5Hex(%j)', (text, hex) => {
  expect(md5Hex(text)).toBe(hex)
})
