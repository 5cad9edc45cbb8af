import { describe, expect, test } from 'vitest'
import { openHex, sealHex } from './rc4.ts'
import { checkOf, signPairs } from './signature.ts'

// Known answers: T01 and T04 of tests/conformance/vectors/wire.json, and the public test vectors of RC4.
describe('the computations of the simulated terminal', () => {
  test('sign pairs in their order, without the excluded ones', () => {
    const pairs = [
      ['api', 'kmlogon'],
      ['kami', 'CARD-TEST-001'],
      ['markcode', 'DEV-01'],
      ['t', '1700000000'],
      ['value', 'x'],
    ] as const
    expect(signPairs(pairs, 'AppKeyTest000001')).toBe('db64895b18c44a657b1d3f461c16004a')
  })

  test('check an answer', () => {
    expect(checkOf('1700000000', 'AppKeyTest000001', 'r4nd0m')).toBe('8415bb937174fd3bb39b504e4654de58')
  })

  test('encrypt and decrypt RC4', () => {
    expect(sealHex('Key', 'Plaintext')).toBe('bbf316e8d940af0ad3')
    expect(sealHex('Secret', 'Attack at dawn')).toBe('45a01f645fc35b383552544b9bf5')
    expect(openHex('Wiki', '1021bf0420')).toBe('pedia')
  })
})
