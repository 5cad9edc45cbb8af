import { describe, expect, it } from 'vitest'
import { PERMANENT_VIP } from '../../contract/limits.ts'
import { licenceReadings, overdueReadings, silenceReadings } from './time-readings.ts'

const AT = 1_700_006_400
const alwaysOpen = (from: number, to: number) => to - from

describe('silenceReadings', () => {
  const read = (minutes: readonly number[], to: number, openFor = alwaysOpen) =>
    [
      ...silenceReadings(
        minutes.map((minute) => ({ at: AT + minute * 60 })),
        60,
        AT + to * 60,
        openFor,
      ),
    ].map(({ at, value }) => `${(at - AT) / 60}:${value}`)

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
    expect(licenceReadings({ vip: AT + 10 * day, disabled: false }, levels, AT, AT + 30 * day)).toEqual([
      { at: AT, value: 10 },
      { at: AT + 3 * day, value: 7 },
      { at: AT + 9 * day, value: 1 },
    ])
  })

  it('reads no level that the span does not come to', () => {
    expect(licenceReadings({ vip: AT + 10 * day, disabled: false }, levels, AT, AT + 5 * day)).toEqual([
      { at: AT, value: 10 },
      { at: AT + 3 * day, value: 7 },
    ])
    expect(licenceReadings({ vip: AT + 100 * day, disabled: false }, levels, AT, AT + 5 * day)).toEqual([
      { at: AT, value: 100 },
    ])
  })
})

describe('licenceReadings of accounts without an end', () => {
  it.each([
    ['a permanent licence', { vip: PERMANENT_VIP, disabled: false }],
    ['a disabled account', { vip: AT + 86_400, disabled: true }],
    ['a licence that ended days ago', { vip: AT - 3 * 86_400, disabled: false }],
  ])('are empty for %s', (_, device) => {
    expect(licenceReadings(device, [{ at: 7, act: 'tell' }], AT, AT + 86_400)).toEqual([])
  })
})

describe('overdueReadings', () => {
  const levels = [
    { at: 5, act: 'tell' },
    { at: 10, act: 'close_all' },
  ] as const
  type Minutes = Partial<Record<'asked' | 'delivered' | 'confirmed' | 'withdrawn' | 'repeats', number>>
  const at = (minute: number | undefined) => (minute === undefined ? null : AT + minute * 60)
  const commandOf = ({ asked = 0, delivered, confirmed, withdrawn, repeats = 0 }: Minutes) => ({
    askedAt: AT + asked * 60,
    deliveredAt: at(delivered),
    confirmedAt: at(confirmed),
    withdrawnAt: at(withdrawn),
    repeats,
  })
  const read = (...commands: readonly Minutes[]) =>
    overdueReadings(commands.map(commandOf), levels, AT, AT + 3600).map(
      (one) => `${(one.at - AT) / 60}:${one.value}`,
    )

  it('reads each level that a command reaches before it is carried out', () => {
    expect(read({ delivered: 0, confirmed: 7 })).toEqual(['5:5', '7:0'])
  })

  it('reads all levels of a command that is never carried out', () => {
    expect(read({ delivered: 0 })).toEqual(['5:5', '10:10'])
  })

  it('reads no level of a command that no terminal took', () => {
    expect(read({ withdrawn: 30 })).toEqual(['30:0'])
  })

  it('reads several commands in the order of time', () => {
    expect(read({ delivered: 0, confirmed: 6 }, { asked: 19, delivered: 20, confirmed: 21 })).toEqual([
      '5:5',
      '6:0',
      '21:0',
    ])
  })

  it('continues a command with its repeats, which begin a minute apart', () => {
    const chain = [
      { delivered: 0 },
      ...[1, 2, 3, 4].map((minute) => ({ asked: minute, delivered: minute, repeats: minute })),
    ]
    // The fifth command has run for 4 minutes before it is delivered.
    expect(read(...chain, { asked: 5, delivered: 5, repeats: 5, confirmed: 8 })).toEqual(['5:5', '8:0'])
  })
})
