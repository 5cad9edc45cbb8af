import { describe, expect, it } from 'vitest'
import { licenceReadings, overdueReadings, silenceReadings } from './time-readings.ts'

const AT = 1_700_006_400
const alwaysOpen = (from: number, to: number) => to - from

describe('silenceReadings', () => {
  const read = (minutes: readonly number[], to: number, openFor = alwaysOpen) =>
    [...silenceReadings(minutes.map((minute) => ({ at: AT + minute * 60 })), 60, AT + to * 60, openFor)].map(
      ({ at, value }) => `${(at - AT) / 60}:${value}`,
    )

  it('reads no silence from an account that pulses in every step', () => {
    expect(read([0, 1, 2], 2)).toEqual(['0:0', '1:0', '2:0'])
  })

  it('counts a gap from the end of the last step with a pulse, until the next pulse', () => {
    expect(read([0, 4], 4)).toEqual(['0:0', '2:60', '3:120', '4:0'])
  })

  it('counts a silence that lasts until the end of the span', () => {
    expect(read([0], 3)).toEqual(['0:0', '2:60', '3:120'])
  })

  it('knows nothing before the first pulse of the span', () => {
    expect(read([], 100)).toEqual([])
    expect(read([5], 5)).toEqual(['5:0'])
  })

  it('counts only the time in which the market is open', () => {
    expect(read([0], 4, () => 0)).toEqual(['0:0', '2:0', '3:0', '4:0'])
  })
})

describe('licenceReadings', () => {
  const day = 86_400
  const levels = [
    { at: 7, act: 'tell' },
    { at: 1, act: 'pause_open' },
  ] as const

  it('reads the days left at the begin, and when each level is reached', () => {
    expect(licenceReadings(AT + 10 * day, levels, AT, AT + 30 * day)).toEqual([
      { at: AT, value: 10 },
      { at: AT + 3 * day, value: 7 },
      { at: AT + 9 * day, value: 1 },
    ])
  })

  it('reads no level that the span does not come to', () => {
    expect(licenceReadings(AT + 10 * day, levels, AT, AT + 5 * day)).toEqual([
      { at: AT, value: 10 },
      { at: AT + 3 * day, value: 7 },
    ])
    expect(licenceReadings(AT + 100 * day, levels, AT, AT + 5 * day)).toEqual([{ at: AT, value: 100 }])
  })
})

describe('overdueReadings', () => {
  const levels = [
    { at: 5, act: 'tell' },
    { at: 10, act: 'close_all' },
  ] as const
  const read = (...commands: Parameters<typeof overdueReadings>[0]) =>
    overdueReadings(commands, levels, AT, AT + 3600).map(({ at, value }) => `${(at - AT) / 60}:${value}`)

  it('reads each level that a command reaches before it is carried out', () => {
    const command = { deliveredAt: AT, confirmedAt: AT + 7 * 60, withdrawnAt: null }
    expect(read(command)).toEqual(['5:5', '7:0'])
  })

  it('reads all levels of a command that is never carried out', () => {
    expect(read({ deliveredAt: AT, confirmedAt: null, withdrawnAt: null })).toEqual(['5:5', '10:10'])
  })

  it('reads nothing of a command that no terminal took', () => {
    expect(read({ deliveredAt: null, confirmedAt: null, withdrawnAt: AT + 60 })).toEqual([])
  })

  it('reads several commands in the order of time', () => {
    const first = { deliveredAt: AT, confirmedAt: AT + 6 * 60, withdrawnAt: null }
    const second = { deliveredAt: AT + 20 * 60, confirmedAt: AT + 21 * 60, withdrawnAt: null }
    expect(read(second, first)).toEqual(['5:5', '6:0', '21:0'])
  })
})
