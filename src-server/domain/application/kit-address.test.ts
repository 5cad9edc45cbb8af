import { describe, expect, it } from 'vitest'
import { kitAddress } from './kit-address.ts'

const OWN = 'https://licence.example'
const LOOPBACK = 'http://127.0.0.1:18777'
const ORIGIN = 'http://vps.example:8080'

describe('kitAddress', () => {
  it.each([
    [
      'the named address',
      { base: 'http://named.example/yz/', own: OWN, origin: ORIGIN },
      'http://named.example/yz',
    ],
    ['the public address', { base: '', own: OWN, origin: ORIGIN }, OWN],
    ['the address of the call', { base: '', own: LOOPBACK, origin: ORIGIN }, ORIGIN],
    [
      'the address of the call, for another loopback name',
      { base: '', own: 'http://localhost:1', origin: ORIGIN },
      ORIGIN,
    ],
    ['the loopback address, without a Host', { base: '', own: LOOPBACK, origin: 'http://' }, LOOPBACK],
    [
      'the loopback address, for a hostile Host',
      { base: '', own: LOOPBACK, origin: 'http://x"]]' },
      LOOPBACK,
    ],
    ['the Host, when the server knows no address', { base: '', own: '', origin: ORIGIN }, ORIGIN],
    ['none, when there is none', { base: '', own: '', origin: '' }, undefined],
    ['none, when the named address is invalid', { base: 'ftp://a', own: OWN, origin: ORIGIN }, undefined],
  ])('%s', (_, given, expected) => {
    expect(kitAddress(given)).toBe(expected)
  })

  it.each([
    'javascript:x',
    'http://a b',
    'http://a"b',
    "http://a'b",
    'http://a]]',
    'http://a\\b',
    'http://a\nb',
    'http://a/?x',
    'http://a@b',
    'http://a:99999',
    'http://',
    `http://${'a'.repeat(254)}`,
  ])('refuses %j as a named address and as a Host', (text) => {
    expect(kitAddress({ base: text, own: OWN, origin: ORIGIN })).toBeUndefined()
    expect(kitAddress({ base: '', own: '', origin: text })).toBeUndefined()
  })
})
