import { describe, expect, it } from 'vitest'
import { newDevice, type Device } from './device.ts'
import { isUntouched } from './self-made.ts'

const DAY = 86_400
const NOW = 1000 + 3 * DAY
const FOREVER = 4_102_243_200
const trial: Device = {
  ...newDevice(1, '1@A', 1000),
  id: 1,
  license: 'TRIAL',
  agentId: null,
  vip: 1000 + 7 * DAY,
}

describe('isUntouched', () => {
  it.each([
    ['a trial as the server made it', trial],
    ['a trial that a person shortened', { ...trial, vip: 1000 }],
    ['a free record that lasts for ever', { ...trial, license: 'FREE', vip: FOREVER }],
    ['a free record that ended with its mode', { ...trial, license: 'FREE', vip: NOW }],
  ])('%s: yes', (_, device) => {
    expect(isUntouched(device, 7 * DAY, NOW)).toBe(true)
  })

  it.each([
    ['a record with a bought licence', { license: 'VIP' }],
    ['a trial that a person lengthened', { vip: trial.vip + 1 }],
    ['a trial that a person made permanent', { vip: FOREVER }],
    ['a free record that a person gave an end', { license: 'FREE', vip: NOW + 30 * DAY }],
    ['a label', { label: 'Ming' }],
    ['a note', { note: 'called' }],
    ['a shop', { buyUrl: 'https://example.com' }],
    ['an agent', { agentId: 5 }],
    ['a messenger', { messengerOpenId: 'ou_1' }],
    ['disabled', { disabled: true }],
    ['debug', { debug: true }],
    ['paused', { pauseOpen: true }],
    ['paused additions', { pauseAdd: true }],
  ])('%s: no', (_, change) => {
    expect(isUntouched({ ...trial, ...change }, 7 * DAY, NOW)).toBe(false)
  })
})
