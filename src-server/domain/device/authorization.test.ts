import { describe, expect, it } from 'vitest'
import { authorize, isDebugDevice } from './authorization.ts'
import { deviceState } from './device.ts'

const NOW = 1_700_000_000
const on = { mt5: { enabled: true }, freeMode: false }
const off = { mt5: { enabled: false }, freeMode: false }
const free = { ...on, freeMode: true }

describe('authorize', () => {
  it.each([
    ['authorized', on, { disabled: false, vip: NOW + 1 }],
    ['expired', on, { disabled: false, vip: NOW }],
    ['disabled', on, { disabled: true, vip: NOW + 1 }],
    ['disabled', on, { disabled: true, vip: 0 }],
    ['unknown', on, undefined],
    ['policyOff', off, { disabled: true, vip: 0 }],
    ['policyOff', off, undefined],
    ['policyOff', { ...off, freeMode: true }, { disabled: false, vip: 0 }],
    ['authorized', free, { disabled: false, vip: NOW }],
    ['disabled', free, { disabled: true, vip: NOW + 1 }],
    ['unknown', free, undefined],
  ])('%s', (answer, policy, device) => {
    expect(authorize(policy, device, NOW)).toBe(answer)
  })

  it.each([
    ['active', { disabled: false, vip: NOW + 1 }],
    ['expired', { disabled: false, vip: NOW }],
    ['disabled', { disabled: true, vip: NOW }],
  ])('the console shows the same: %s', (state, device) => {
    expect(deviceState(device, NOW)).toBe(state)
  })
})

it.each([
  [true, { debug: true, license: '' }],
  [true, { debug: false, license: 'JDBG-1' }],
  [false, { debug: false, license: 'jdbg-1' }],
  [false, { debug: false, license: 'X-JDBG-1' }],
])('isDebugDevice is %s', (is, device) => {
  expect(isDebugDevice(device)).toBe(is)
})
