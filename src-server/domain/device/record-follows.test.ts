import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Code } from '../code/code.ts'
import type { CodeEdit, EditableCode } from '../code/edit.ts'
import { followEdit, giveBack, recordAfter, refundRecord, type RecordEnds } from './record-follows.ts'

const NOW = 1_700_000_000
const DAY = 86_400
const FOREVER = 4_102_243_200

const time = (end: number, gave: number) => ({
  type: 'time' as const,
  seconds: 30 * DAY,
  endTime: end,
  gaveSeconds: gave,
  recordEndBefore: null,
  takenSeconds: null,
})
const permanent = (before: number | null) => ({
  ...time(0, FOREVER),
  type: 'permanent' as const,
  endTime: null,
  recordEndBefore: before,
})

describe('a refund', () => {
  const code = time(NOW + 30 * DAY, 30 * DAY)
  it.each([
    ['takes back the time of one of two codes', code, NOW + 50 * DAY, 'take_back', NOW + 20 * DAY, 30 * DAY],
    ['ends the record no earlier than now', code, NOW + 9 * DAY, 'take_back', NOW, 9 * DAY],
    ['or ends it at once', code, NOW + 50 * DAY, 'end', NOW, 50 * DAY],
    [
      'of a permanent code goes back to the end before',
      permanent(NOW + DAY),
      FOREVER,
      'take_back',
      NOW + DAY,
      FOREVER,
    ],
    ['of a permanent code that made the record ends it', permanent(null), FOREVER, 'take_back', NOW, FOREVER],
  ] as const)('%s', (_, given, vip, choice, to, takenSeconds) => {
    expect(refundRecord(given, vip, choice, NOW)).toEqual({ vip: to, note: { takenSeconds } })
  })

  it.each([
    ['the choice keep', code, NOW + DAY, 'keep'],
    ['a second refund', { ...code, takenSeconds: 5 }, NOW + DAY, 'take_back'],
    ['a code that has not acted', { ...code, gaveSeconds: null }, NOW + DAY, 'end'],
  ] as const)('changes nothing for %s', (_, given, vip, choice) => {
    expect(refundRecord(given, vip, choice, NOW)).toBeUndefined()
  })

  it.each([
    ['a record that has ended', code, NOW - DAY],
    ['a record that the vendor made permanent', code, FOREVER],
    ['an end that the vendor set after a permanent code', permanent(null), NOW + DAY],
  ])('takes nothing from %s, and takes it only once', (_, given, vip) => {
    const taken = refundRecord(given, vip, 'take_back', NOW)
    expect(taken).toEqual({ vip, note: { takenSeconds: 0 } })
    const after = { ...given, ...taken?.note }
    expect(refundRecord(after, NOW + 50 * DAY, 'take_back', NOW)).toBeUndefined()
    expect(giveBack(after, vip, NOW)).toEqual({ vip, note: { takenSeconds: null } })
  })

  it('of a permanent code, when undone, keeps the time bought meanwhile beneath it', () => {
    const refunded = { ...permanent(null), takenSeconds: FOREVER }
    expect(giveBack(refunded, NOW + 10 * DAY, NOW)).toEqual({
      vip: FOREVER,
      note: { takenSeconds: null, recordEndBefore: NOW + 10 * DAY },
    })
  })

  it('is undone completely, whatever the choice', () => {
    const end = fc.oneof(fc.integer({ min: NOW + 1, max: NOW + 1000 * DAY }), fc.constant(FOREVER))
    fc.assert(
      fc.property(
        end,
        fc.integer({ min: 0, max: 500 * DAY }),
        fc.constantFrom('take_back', 'end'),
        (vip, gave, choice) => {
          const given = vip === FOREVER ? permanent(null) : time(vip, gave)
          const taken = refundRecord(given, vip, choice, NOW)
          if (taken === undefined) return
          expect(giveBack({ ...given, ...taken.note }, taken.vip, NOW)?.vip).toBe(vip)
        },
      ),
    )
  })
})

describe('beneath a permanent code', () => {
  const code = { ...time(NOW + 10 * DAY, 30 * DAY), id: 1 } as Code
  const ends = { vip: FOREVER, beneath: NOW + 40 * DAY }

  it.each<[string, CodeEdit, Partial<EditableCode>, RecordEnds]>([
    [
      'a refund moves the end beneath',
      { kind: 'disable', record: 'take_back' },
      {},
      { vip: FOREVER, beneath: NOW + 10 * DAY },
    ],
    [
      'an extension moves it too',
      { kind: 'extend', seconds: DAY },
      { endTime: NOW + 11 * DAY },
      { vip: FOREVER, beneath: NOW + 41 * DAY },
    ],
    ['the choice end still ends the record', { kind: 'disable', record: 'end' }, {}, { vip: NOW }],
  ])('%s', (_, edit, change, after) => {
    expect(recordAfter(code, edit, change, ends, NOW)).toMatchObject(after)
  })
})

describe('an edit of the code’s time', () => {
  const code = time(NOW + 10 * DAY, 30 * DAY)
  it.each([
    ['longer', { endTime: NOW + 15 * DAY }, NOW + 20 * DAY, NOW + 25 * DAY],
    ['shorter', { endTime: NOW + 4 * DAY }, NOW + 20 * DAY, NOW + 14 * DAY],
    ['ended', { endTime: NOW - DAY }, NOW + 20 * DAY, NOW + 10 * DAY],
    ['longer, the record ended', { endTime: NOW + 15 * DAY }, NOW - DAY, NOW + 5 * DAY],
    ['shorter, the record ended', { endTime: NOW + 4 * DAY }, NOW - DAY, NOW - DAY],
    ['made permanent', { type: 'permanent' as const, endTime: null }, NOW + 20 * DAY, FOREVER],
    ['a record that the vendor made permanent', { endTime: NOW + 15 * DAY }, FOREVER, FOREVER],
  ])('%s', (_, change, vip, to) => {
    expect(followEdit(code, { ...code, ...change }, vip, NOW)?.vip).toBe(to)
  })

  it('a permanent code that gets an end also ends the record that it made permanent', () => {
    const after = { ...time(NOW + 7 * DAY, 0), gaveSeconds: FOREVER }
    expect(followEdit(permanent(null), after, FOREVER, NOW)).toEqual({
      vip: NOW + 7 * DAY,
      note: { gaveSeconds: 7 * DAY },
    })
    expect(followEdit(permanent(NOW + 30 * DAY), after, FOREVER, NOW)?.vip).toBe(NOW + 37 * DAY)
  })

  it('a permanent code that gets an end counts as having given nothing where the record has another end or belongs to another code', () => {
    const after = { ...time(NOW + 7 * DAY, 0), gaveSeconds: FOREVER }
    const unchanged = (vip: number) => ({ vip, note: { gaveSeconds: 0 } })
    expect(followEdit(permanent(null), after, NOW + 99 * DAY, NOW)).toEqual(unchanged(NOW + 99 * DAY))
    const idle = { ...permanent(null), gaveSeconds: 0 }
    expect(followEdit(idle, after, FOREVER, NOW)).toEqual(unchanged(FOREVER))
    const refunded = { ...permanent(null), takenSeconds: 0 }
    expect(followEdit(refunded, after, NOW + 99 * DAY, NOW)).toEqual(unchanged(NOW + 99 * DAY))
  })

  it('during a refund changes the amount that comes back and that a second refund takes', () => {
    const refunded = { ...code, takenSeconds: 10 * DAY }
    expect(followEdit(refunded, { ...refunded, endTime: NOW + 15 * DAY }, NOW, NOW)).toEqual({
      vip: NOW,
      note: { gaveSeconds: 35 * DAY, takenSeconds: 15 * DAY },
    })
  })
})
