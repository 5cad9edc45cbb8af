import { beforeEach, describe, expect, it } from 'vitest'
import type { CommandRecord } from '../../../../src-server/contract/records/device.ts'
import { createRowBook, type RowBook } from './row-book.ts'
import { CONTEXT, NOON, sampleDevice, samplePulse } from './sample-device.ts'
import { whole } from './slices.ts'

const later = (seconds: number) => ({ ...CONTEXT, now: NOON + seconds })
const command: CommandRecord = {
  id: 9,
  device: 1,
  state: 'asked',
  reason: '',
  asked_by: 'owner',
  asked_at: NOON,
  delivered_at: null,
  delivered_ip: '',
  delivered_positions: null,
  confirmed_at: null,
  overdue_at: null,
  overdue_positions: null,
  withdrawn_at: null,
  unreported_at: null,
  repeats: 0,
  received_by: '',
}

let book: RowBook
const row = (id = 1) => book.rows.get(id)!

beforeEach(() => {
  book = createRowBook(3)
  book.put(sampleDevice(1, { telemetry: samplePulse() }), CONTEXT)
})

describe('a pulse', () => {
  it('changes figures, health, risk, spark and version', () => {
    const { version } = row()
    book.apply({ rows: [{ id: 1, telemetry: samplePulse({ equity: 750, dd: 25, at: NOON + 5 }) }] }, later(5))
    expect(row()).toMatchObject({
      equity: 750,
      drawdown: 25,
      pulsedAt: NOON + 5,
      risk: 'critical',
      health: 'live',
    })
    expect(row().spark.length).toBe(1)
    expect(row().version).toBeGreaterThan(version)
    expect(book.takeNewlyCritical()).toBe(1)
    expect(book.takeNewlyCritical()).toBe(0)
  })

  it('that is older than the one shown is dropped', () => {
    book.apply({ rows: [{ id: 1, telemetry: samplePulse({ equity: 1, at: NOON - 5 }) }] }, CONTEXT)
    expect(row().equity).toBe(1000)
  })

  it('without an equity keeps the spark', () => {
    book.apply({ rows: [{ id: 1, telemetry: samplePulse({ equity: null, at: NOON + 5 }) }] }, later(5))
    expect(row().equity).toBeNull()
    expect(row().spark.length).toBe(1)
  })
})

describe('a pause switch', () => {
  it('waits for the pulse after it', () => {
    book.apply({ rows: [{ id: 1, pause_open: true }] }, later(10))
    expect(row()).toMatchObject({ pauseOpen: true, openMovedAt: NOON + 10 })
    book.apply({ rows: [{ id: 1, telemetry: samplePulse({ at: NOON + 10 }) }] }, later(10))
    expect(row().openMovedAt).toBe(NOON + 10)
    book.apply({ rows: [{ id: 1, telemetry: samplePulse({ at: NOON + 11 }) }] }, later(11))
    expect(row().openMovedAt).toBe(0)
  })

  it('without a change waits for nothing', () => {
    book.apply({ rows: [{ id: 1, pause_open: false }] }, later(10))
    expect(row().openMovedAt).toBe(0)
  })
})

describe('unknown rows', () => {
  it('are added when the event has all of them', () => {
    expect(book.apply({ rows: [sampleDevice(2)] }, CONTEXT)).toEqual([])
    expect(row(2).health).toBe('never')
  })

  it('are reported when the event has only some', () => {
    expect(book.apply({ rows: [{ id: 8, telemetry: samplePulse() }] }, CONTEXT)).toEqual([8])
    expect(book.rows.has(8)).toBe(false)
  })

  it('are left out when the book is full', () => {
    for (const id of [2, 3, 4]) book.put(sampleDevice(id), CONTEXT)
    expect([...book.rows.keys()]).toEqual([1, 2, 3])
  })

  it('are removed by a removal, or when a full read does not find them', () => {
    book.put(sampleDevice(2), CONTEXT)
    book.apply({ rows: [], removed: [1] }, CONTEXT)
    expect([...book.rows.keys()]).toEqual([2])
    book.drop([2, 77])
    expect(book.rows.size).toBe(0)
  })
})

describe('time', () => {
  it('makes an account late, then silent, without an event', () => {
    const healthAfter = (seconds: number) => {
      whole(book.judgeAll(later(seconds)))
      return row().health
    }
    expect([10, 11, 60, 61].map(healthAfter)).toEqual(['live', 'late', 'late', 'silent'])
  })

  it('touches only the rows that it changes', () => {
    const { version } = row()
    whole(book.judgeAll(later(9)))
    expect(row().version).toBe(version)
  })
})

describe('a command', () => {
  it("becomes the state of its account's close_all", () => {
    book.applyCommand({ ...command, state: 'delivered', delivered_at: NOON + 3 }, CONTEXT)
    expect(row().close).toEqual({
      state: 'delivered',
      asked_at: NOON,
      delivered_at: NOON + 3,
      confirmed_at: null,
      repeats: 0,
    })
  })

  it('that is withdrawn leaves no close_all', () => {
    book.applyCommand(command, CONTEXT)
    book.applyCommand({ ...command, state: 'withdrawn', withdrawn_at: NOON + 1 }, CONTEXT)
    expect(row().close.state).toBe('none')
  })

  it('that is older does not replace the current one', () => {
    book.applyCommand(command, CONTEXT)
    book.applyCommand({ ...command, id: 8, state: 'overdue', asked_at: NOON - 100 }, CONTEXT)
    expect(row().close.state).toBe('asked')
  })
})

it('keeps logins of 20 digits as text', () => {
  book.put(sampleDevice(2, { account_key: '12345678901234567890@Broker Name-Live 4' }), CONTEXT)
  expect(row(2)).toMatchObject({ login: '12345678901234567890', server: 'Broker Name-Live 4' })
})
