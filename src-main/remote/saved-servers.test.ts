import { describe, expect, it } from 'vitest'

import { originOf, withoutServer, withServer } from './saved-servers.ts'

const office = { id: 'o', name: 'Office', origin: 'https://a.example', fingerprint: 'ab'.repeat(32) }
const home = { id: 'h', name: 'Home', origin: 'https://b.example', fingerprint: 'cd'.repeat(32) }

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
    const { id: _id, ...given } = home
    expect(withServer([office], given, () => 'h')).toEqual([office, home])
  })

  it('has an address once: the last accepted certificate counts', () => {
    const given = { name: 'Office, new', origin: office.origin, fingerprint: 'ef'.repeat(32) }
    expect(withServer([office, home], given, () => 'x')).toEqual([home, { id: 'o', ...given }])
  })

  it('keeps the server that is shown', () => {
    const settings = { servers: [office, home], attached: 'o' }
    expect(withoutServer(settings, 'h')).toEqual([office])
    expect(withoutServer(settings, 'o')).toEqual([office, home])
  })
})
