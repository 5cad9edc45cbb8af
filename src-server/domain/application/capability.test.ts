import { describe, expect, it } from 'vitest'
import { CAPABILITIES, RUNTIME_APIS, type ApiState } from '../../contract/records/capability.ts'
import { capabilityOf } from '../../contract/runtime-apis.ts'
import { defaultGrant, judgeCapability, withoutKeySwitches, type Grant } from './capability.ts'

const NOW = 1_700_000_000
const KEYS = ['getrc4', 'automaticsample', 'logongetapp', 'openrc42']
const grant = (change: Partial<Grant> = {}): Grant => ({
  granted: true,
  expiresAt: null,
  priceText: '',
  switchedOn: true,
  sign: null,
  ...change,
})

describe('judgeCapability', () => {
  it.each<[string, ApiState | undefined, Grant | undefined, number | undefined]>([
    ['no grant', undefined, undefined, undefined],
    ['open', 'open', undefined, undefined],
    ['closed wins over a grant', 'closed', grant(), 170],
    ['maintenance wins over a refusal', 'maintenance', grant({ granted: false }), 171],
    ['not granted', undefined, grant({ granted: false }), 172],
    ['not granted wins over expired', undefined, grant({ granted: false, expiresAt: 1 }), 172],
    ['switched off', undefined, grant({ switchedOn: false }), 172],
    ['switched off wins over expired', undefined, grant({ switchedOn: false, expiresAt: 1 }), 172],
    ['switched on, but not granted', undefined, grant({ switchedOn: true, granted: false }), 172],
    ['expired exactly at its second', undefined, grant({ expiresAt: NOW }), 173],
    ['not expired yet', undefined, grant({ expiresAt: NOW + 1 }), undefined],
    ['without an end', 'open', grant(), undefined],
  ])('%s', (_, state, given, code) => {
    expect(judgeCapability('kmlogon', state, given, NOW)).toBe(code)
  })

  it.each(CAPABILITIES)('a new application: %s', (api) => {
    expect(defaultGrant(api)).toMatchObject({ granted: true, switchedOn: !KEYS.includes(api) })
    expect(judgeCapability(api, undefined, undefined, NOW)).toBe(KEYS.includes(api) ? 172 : undefined)
    expect(judgeCapability(api, undefined, grant(), NOW)).toBeUndefined()
  })

  it('lists the twenty names, without pay', () => {
    expect(new Set(RUNTIME_APIS).size).toBe(20)
    expect(RUNTIME_APIS).not.toContain('pay')
  })

  it('an alias has no capability of its own', () => {
    expect(CAPABILITIES).toEqual(RUNTIME_APIS.filter((api) => api !== 'mt5login'))
    expect(capabilityOf('mt5login')).toBe('mt5logon')
    for (const api of CAPABILITIES) expect(capabilityOf(api)).toBe(api)
  })
})

describe('withoutKeySwitches', () => {
  it('switches off the endpoints that hand out keys, and leaves everything else', () => {
    const grants = new Map([
      ['getrc4', grant({ expiresAt: 5, priceText: 'p' })],
      ['notice', grant({ granted: false, sign: true })],
    ])
    expect(withoutKeySwitches(grants)).toEqual(
      new Map([
        ['getrc4', grant({ expiresAt: 5, priceText: 'p', switchedOn: false })],
        ['notice', grant({ granted: false, sign: true })],
      ]),
    )
  })
})
