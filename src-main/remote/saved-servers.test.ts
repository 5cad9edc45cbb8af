import { describe, expect, it } from 'vitest'

import { originOf, withoutServer, withSeenKey, withServer } from './saved-servers.ts'

const office = {
  id: 'o',
  name: 'Office',
  origin: 'https://a.example',
  fingerprint: 'ab'.repeat(32),
  key: '1a'.repeat(32),
  isPublic: false,
  turn: 0,
}
const home = { ...office, id: 'h', name: 'Home', origin: 'https://b.example', fingerprint: 'cd'.repeat(32) }

describe('an address', () => {
  it.each([
    ['https://a.example:8443/console/#/live', 'https://a.example:8443'],
    [' a.example ', 'https://a.example'],
    ['a.example:8443', 'https://a.example:8443'],
    ['https://[::1]:8443', 'https://[::1]:8443'],
    ['HTTPS://A.example', 'https://a.example'],
  ])('%j means %s', (address, origin) => {
    expect(originOf(address)).toBe(origin)
  })

  it.each(['', 'http://a.example', 'ftp://a.example', 'https://', 'https://me:pw@a.example', 'file:///etc'])(
    '%j names no server',
    (address) => {
      expect(originOf(address)).toBeUndefined()
    },
  )
})

describe('the list', () => {
  it('grows', () => {
    const { id: _id, turn: _turn, ...given } = home
    expect(withServer([office], given, () => 'h')).toEqual([office, home])
  })

  it('has an address once: the last confirmed key counts, in a new session', () => {
    const given = {
      name: 'Office, new',
      origin: office.origin,
      fingerprint: 'ef'.repeat(32),
      key: '2b'.repeat(32),
      isPublic: true,
    }
    expect(withServer([office, home], given, () => 'x')).toEqual([home, { id: 'o', ...given, turn: 1 }])
  })

  it('keeps the session of a server whose key stays', () => {
    const { id: _id, turn: _turn, ...same } = office
    const renewed = { ...same, fingerprint: 'ef'.repeat(32) }
    expect(withServer([office], renewed, () => 'x')).toEqual([{ id: 'o', ...renewed, turn: 0 }])
    // Saved by its certificate alone.
    const old = { ...office, key: undefined }
    expect(withServer([old], same, () => 'x')).toEqual([office])
  })

  it('learns the key of a server that was saved by its certificate alone, once', () => {
    const old = { ...office, key: undefined }
    const seen = { fingerprint: office.fingerprint, key: '2b'.repeat(32), isPublic: true }
    expect(withSeenKey([old, home], 'o', seen)).toEqual([
      { ...old, key: '2b'.repeat(32), isPublic: true },
      home,
    ])
    expect(withSeenKey([old], 'o', { ...seen, fingerprint: 'ef'.repeat(32) })).toBeUndefined()
    expect(withSeenKey([office], 'o', seen)).toBeUndefined()
  })

  it('keeps the server that is shown', () => {
    const settings = { servers: [office, home], attached: 'o' }
    expect(withoutServer(settings, 'h')).toEqual([office])
    expect(withoutServer(settings, 'o')).toEqual([office, home])
  })
})
