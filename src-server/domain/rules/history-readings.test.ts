import { describe, expect, it } from 'vitest'
import { RULE_SUBJECTS } from '../../contract/rule-names.ts'
import { isStepSubject, stepReadings, type StepSubject } from './history-readings.ts'

/** Midnight, UTC. */
const DAY = 1_700_006_400
const HOUR = 3600

type Figures = Partial<Record<'min' | 'max' | 'last' | 'balance' | 'dd' | 'positions' | 'margin', number>>

const stepAt = (at: number, { min, max, last, balance, dd, positions, margin }: Figures) => ({
  at,
  equityMin: min ?? null,
  equityMax: max ?? null,
  equity: last ?? null,
  balance: balance ?? null,
  ddMax: dd ?? null,
  positions: positions ?? null,
  marginMin: margin ?? null,
})
/** The steps of consecutive hours. */
const hourly = (steps: readonly Figures[], from = DAY) =>
  steps.map((step, hour) => stepAt(from + hour * HOUR, step))
const dayOf = (at: number) => Math.floor(at / 86_400)
function valuesOf(subject: StepSubject, steps: readonly Figures[], from = DAY): string {
  return [...stepReadings(subject, hourly(steps, from), dayOf)]
    .map(({ at, value }) => `${(at - DAY) / HOUR}:${value}`)
    .join(' ')
}

describe('stepReadings', () => {
  it('reads the worst figure of a step first, and then its last one', () => {
    expect(valuesOf('equity', [{ min: 60, max: 110, last: 100 }])).toBe('0:60 0:100')
    expect(valuesOf('floating_loss', [{ min: 60, max: 110, last: 90, balance: 100 }])).toBe('0:40 0:10')
    expect(valuesOf('drawdown', [{ dd: 12.5 }, { dd: 3 }])).toBe('0:12.5 1:3')
    expect(valuesOf('margin_level', [{ margin: 140, positions: 2 }, { positions: 0 }])).toBe(
      '0:140 1:Infinity',
    )
    expect(valuesOf('positions', [{ positions: 4 }, { positions: 0 }])).toBe('0:4 1:0')
  })

  it('reads an account in profit as no loss', () => {
    expect(valuesOf('floating_loss', [{ min: 105, max: 110, last: 108, balance: 100 }])).toBe('0:0')
  })

  it('leaves out what no pulse reported', () => {
    const silent = [{}]
    for (const subject of RULE_SUBJECTS.filter(isStepSubject))
      expect(valuesOf(subject, silent), subject).toBe('')
    expect(valuesOf('floating_loss', [{ min: 60, last: 60 }])).toBe('')
  })

  it('measures a drop from the highest equity of the steps before', () => {
    const steps = [
      { min: 100, max: 100, last: 100 },
      { min: 90, max: 200, last: 200 },
      { min: 150, max: 210, last: 210 },
    ]
    // Hour 1: 90 is 10 % below the 100 of hour 0. Its own 200 may have come after. Hour 2: 150 is 25 % below 200.
    expect(valuesOf('drawdown_peak', steps)).toBe('0:0 1:10 1:0 2:25 2:0')
  })

  it('measures a drop from the own peak of a step at its end, because the end comes after the peak', () => {
    expect(valuesOf('drawdown_peak', [{ min: 50, max: 200, last: 100 }])).toBe('0:0 0:50')
  })

  it('begins each day with the last equity of the day before', () => {
    const steps = [
      { min: 200, max: 200, last: 200 },
      { min: 100, max: 200, last: 100 },
      { min: 50, max: 100, last: 75 },
    ]
    // Midnight is between the second and the third step.
    expect(valuesOf('drawdown_day', steps, DAY - 2 * HOUR)).toBe('-2:0 -1:50 0:50 0:25')
  })

  it('knows no drop of a day from figures that are 0 or below', () => {
    expect(
      valuesOf('drawdown_day', [
        { min: 0, max: 0, last: 0 },
        { min: -5, max: 0, last: -5 },
      ]),
    ).toBe('')
  })
})
