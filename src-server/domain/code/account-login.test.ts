import { describe, expect, it } from 'vitest'
import { newTestCode } from '../../../tests/support/test-code.ts'
import type { CodeType } from '../../contract/records/code.ts'
import type { AccountRecord } from '../device/record.ts'
import type { Code } from './code.ts'
import type { LoginAttempt } from './login-decision.ts'
import { decideLogin } from './login.ts'

const NOW = 1_700_000_000
const DAY = 86_400
const FOREVER = 4_102_243_200
const KEY = '9001@Broker-Live 2'

const code = (type: CodeType, change: Partial<Code> = {}) =>
  newTestCode(type, { kami: 'NEW', agentId: 7, ...change })

const record = (change: Partial<AccountRecord> = {}): AccountRecord => ({
  vip: NOW + 10 * DAY,
  license: 'OLD',
  agentId: 3,
  disabled: false,
  disableReason: '',
  hasOwnLicense: true,
  ...change,
})

function logIn(given: Code, has: AccountRecord | undefined) {
  const attempt: LoginAttempt = {
    markcode: KEY,
    accountKey: KEY,
    ip: '192.0.2.1',
    record: has,
    agentBanned: false,
    now: NOW,
  }
  return decideLogin({ deviceCheck: true, ipCheck: false }, given, attempt)
}

const bound = { markcode: KEY, ip: '192.0.2.1', ip6: '', accountKey: KEY }

describe('the code acts on the record once', () => {
  it('activation: the record ends with the code, and belongs to it', () => {
    expect(logIn(code('time'), undefined)).toEqual({
      outcome: 'granted',
      vip: NOW + 30 * DAY,
      change: { ...bound, useTime: NOW, endTime: NOW + 30 * DAY, gaveSeconds: 30 * DAY },
      record: { vip: NOW + 30 * DAY, license: 'NEW', agentId: 7 },
    })
  })

  it('renewal adds to the remaining days', () => {
    expect(logIn(code('time'), record())).toMatchObject({
      vip: NOW + 40 * DAY,
      change: { gaveSeconds: 30 * DAY },
      record: { vip: NOW + 40 * DAY },
    })
  })

  it('renewal of an ended record begins now', () => {
    expect(logIn(code('time'), record({ vip: NOW - 5 * DAY }))).toMatchObject({ vip: NOW + 30 * DAY })
  })

  it.each([
    ['a permanent code', code('permanent')],
    ['a VIP code that never ends', code('vip')],
  ])("%s: permanent, and the code keeps the record's earlier end", (_, given) => {
    expect(logIn(given, record())).toMatchObject({
      vip: FOREVER,
      change: { gaveSeconds: FOREVER, recordEndBefore: NOW + 10 * DAY },
      record: { vip: FOREVER },
    })
  })

  it('a code with an exact end gives the time up to that end', () => {
    expect(logIn(code('time', { endTime: NOW + DAY }), record())).toMatchObject({ vip: NOW + 11 * DAY })
  })

  it('a code first used on a machine gives its remaining time', () => {
    const used = code('time', { useTime: NOW - DAY, endTime: NOW + 2 * DAY })
    expect(logIn(used, record())).toMatchObject({
      vip: NOW + 12 * DAY,
      change: { gaveSeconds: 2 * DAY },
    })
  })

  it.each(['time', 'permanent', 'vip', 'count'] as const)('%s: a permanent record spends no code', (type) => {
    expect(logIn(code(type), record({ vip: FOREVER }))).toEqual({ outcome: 'recordPermanent' })
  })

  it.each(['time', 'permanent', 'count'] as const)('%s: a disabled record spends no code', (type) => {
    expect(logIn(code(type), record({ disabled: true, vip: FOREVER }))).toEqual({ outcome: 'recordDisabled' })
  })

  it.each([
    ['replaces a licence text of the server', { hasOwnLicense: true }, { license: 'NEW', agentId: 3 }],
    ['keeps a licence text of the vendor', { hasOwnLicense: false }, { license: 'OLD', agentId: 3 }],
    ['sets the agent only when there is none', { agentId: null }, { license: 'NEW', agentId: 7 }],
  ])('%s', (_, has, fields) => {
    expect(logIn(code('time'), record(has))).toMatchObject({ record: fields })
  })
})

describe('after that the record decides', () => {
  const acted = { ...bound, useTime: NOW - DAY, endTime: NOW - 60, gaveSeconds: 30 * DAY }

  it('a running record gives the answer, whatever the code’s own end', () => {
    expect(logIn(code('time', acted), record())).toEqual({
      outcome: 'granted',
      vip: NOW + 10 * DAY,
      change: {},
    })
  })

  it.each([
    ['ended', record({ vip: NOW }), 'ended'],
    ['disabled', record({ disabled: true }), 'recordDisabled'],
    ['deleted', undefined, 'spent'],
  ])('%s', (_, has, outcome) => {
    expect(logIn(code('time', { ...acted, endTime: NOW + DAY }), has)).toEqual({ outcome })
  })

  it('a spent code gives no answer from a record created later', () => {
    const spent = code('count', { ...acted, spent: true, left: 5 })
    expect(logIn(spent, record())).toEqual({ outcome: 'spent' })
  })

  it("a permanent code doesn't extend a record that the vendor ended", () => {
    const permanent = code('permanent', { ...acted, endTime: null, gaveSeconds: FOREVER })
    expect(logIn(permanent, record({ vip: NOW - 1 }))).toEqual({ outcome: 'ended' })
  })
})

describe('count codes', () => {
  const acted = { ...bound, useTime: NOW - DAY, gaveSeconds: 0, left: 2 }

  it('the first login activates for an hour and takes a use', () => {
    expect(logIn(code('count'), undefined)).toMatchObject({
      vip: NOW + 3600,
      change: { left: 2, gaveSeconds: 0 },
      record: { vip: NOW + 3600, license: 'NEW' },
    })
  })

  it('each later login takes a use and extends the end to at least an hour from now', () => {
    expect(logIn(code('count', acted), record({ vip: NOW - 5 }))).toMatchObject({
      vip: NOW + 3600,
      change: { left: 1 },
      record: { vip: NOW + 3600, license: 'OLD', agentId: 3 },
    })
  })

  it('a later end stays', () => {
    const decision = logIn(code('count', acted), record())
    expect(decision).toEqual({ outcome: 'granted', vip: NOW + 10 * DAY, change: { left: 1 } })
  })

  it('a permanent record takes no use of a code that has acted', () => {
    expect(logIn(code('count', acted), record({ vip: FOREVER }))).toEqual({
      outcome: 'granted',
      vip: FOREVER,
      change: {},
    })
  })

  it('without uses left the account runs as long as its record', () => {
    const empty = code('count', { ...acted, left: 0 })
    expect(logIn(empty, record({ vip: NOW + 5 }))).toEqual({ outcome: 'granted', vip: NOW + 5, change: {} })
    expect(logIn(empty, record({ vip: NOW }))).toEqual({ outcome: 'ended' })
  })

  it('unlimited uses never decrease', () => {
    const unlimited = code('count', { ...acted, left: 999_999_999 })
    expect(logIn(unlimited, record({ vip: NOW }))).toMatchObject({ change: {}, record: { vip: NOW + 3600 } })
  })
})

describe('a code that was used for this trading account on another server', () => {
  const known = { accountKey: KEY, markcode: KEY, useTime: NOW - DAY }

  it('gives its remaining time to an account without a record here', () => {
    expect(logIn(code('time', { ...known, endTime: NOW + 2 * DAY }), undefined)).toMatchObject({
      vip: NOW + 2 * DAY,
      change: { gaveSeconds: 2 * DAY },
    })
  })

  it.each([
    ['an earlier end adds nothing', NOW + 2 * DAY, NOW + 10 * DAY, 0],
    ['a later end counts, and does not add', NOW + 15 * DAY, NOW + 15 * DAY, 5 * DAY],
  ])('%s', (_, endTime, vip, gaveSeconds) => {
    expect(logIn(code('time', { ...known, endTime }), record())).toMatchObject({
      vip,
      change: { gaveSeconds },
      record: { vip },
    })
  })

  it('a permanent record gives the answer, and nothing is refused', () => {
    const decision = logIn(code('time', { ...known, endTime: NOW + DAY }), record({ vip: FOREVER }))
    expect(decision).toMatchObject({ outcome: 'granted', vip: FOREVER })
  })

  it('is refused when both the code and the record have ended', () => {
    expect(logIn(code('time', { ...known, endTime: NOW - 1 }), record({ vip: NOW - 1 }))).toEqual({
      outcome: 'ended',
    })
  })
})
