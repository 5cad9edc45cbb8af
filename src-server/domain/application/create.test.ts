import { randomBytes, randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { applicationSettings } from '../../contract/records/application.ts'
import { onWire } from '../../contract/spelling.ts'
import { defaultSettings, makeAppkey, makeRc4Key } from './create.ts'

const random = { bytes: (length: number) => randomBytes(length), below: (limit: number) => randomInt(limit) }

describe('keys of a new application', () => {
  it('appkey: 32 letters and digits, different each time', () => {
    const keys = Array.from({ length: 50 }, () => makeAppkey(random))
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(new Set(keys).size).toBe(50)
  })

  it("rc4_key: 11 letters and digits, and the application's number", () => {
    const key = makeRc4Key(random, 10_001)
    expect(key).toMatch(/^[A-Za-z0-9]{11}10001$/)
    expect(makeRc4Key(random, 10_001)).not.toBe(key)
  })

  it('uses every character of the alphabet, the last one too', () => {
    const lowest = { bytes: () => new Uint8Array(), below: () => 0 }
    const highest = { bytes: () => new Uint8Array(), below: (limit: number) => limit - 1 }
    expect(makeAppkey(lowest)).toBe('A'.repeat(32))
    expect(makeAppkey(highest)).toBe('9'.repeat(32))
  })
})

it('the defaults are valid settings for app_update, and share no object', () => {
  const defaults = defaultSettings('Grid')
  expect(applicationSettings.safeParse(onWire({ ...defaults, appkey: 'a', rc4Key: 'b' })).success).toBe(true)
  expect(defaultSettings('Grid').mt5).not.toBe(defaults.mt5)
  expect(defaultSettings('Grid').unbind).not.toBe(defaults.unbind)
})
