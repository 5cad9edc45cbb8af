import { describe, expect, it } from 'vitest'
import { alertStage, nextTry, renewalOf } from './renewal.ts'
import { wantedNames } from './names.ts'

const DAY = 86_400
const HOUR = 3600

describe('the renewal of a certificate', () => {
  it.each([90 * DAY, 47 * DAY, 6 * DAY, 8 * HOUR])('of %i seconds is due after two thirds', (life) => {
    const certificate = { from: 1000, until: 1000 + life }
    expect(renewalOf(certificate, 0)).toBe(Math.floor(1000 + (life * 2) / 3))
    const early = renewalOf(certificate, 1) - 1000
    expect(early).toBeLessThan((life * 2) / 3)
    expect(early).toBeGreaterThan(life * 0.64)
  })
})

describe('the next attempt after a failure', () => {
  const after = (times: number, more: Partial<Parameters<typeof nextTry>[1]> = {}) =>
    nextTry(0, { times, asked: 0, left: undefined, share: 0, ...more })

  it('comes later each time, at most after a day', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8].map((times) => after(times))
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
    expect(pauses[0]).toBeGreaterThanOrEqual(60)
    expect(pauses.at(-1)).toBe(DAY)
  })

  it('has jitter, and keeps the wait that the authority asks for', () => {
    expect(after(1, { share: 1 })).toBeGreaterThan(after(1))
    expect(after(1, { asked: 2 * DAY, left: DAY })).toBe(2 * DAY)
  })

  it('comes sooner where the certificate ends soon, and never within five minutes', () => {
    expect(after(6, { left: 8 * HOUR })).toBe(HOUR)
    expect(after(6, { left: 60 })).toBe(300)
    expect(after(6, { left: -DAY })).toBe(300)
  })
})

describe('an alert about failing renewals', () => {
  const certificate = { from: 0, until: 90 * DAY }
  it('comes after three failures, and again near the end', () => {
    expect(alertStage(0, certificate, 89 * DAY)).toBeUndefined()
    expect(alertStage(2, certificate, 61 * DAY)).toBeUndefined()
    expect(alertStage(3, certificate, 61 * DAY)).toBe('failing')
    expect(alertStage(1, certificate, 82 * DAY)).toBe('ending')
  })
})

describe('the names of a certificate', () => {
  it('are those of the settings, else the public name', () => {
    expect(wantedNames(['b.example.com', 'a.example.com', 'b.example.com'], 'c.de')).toEqual([
      'a.example.com',
      'b.example.com',
    ])
    expect(wantedNames([], 'EA.Shop.cn')).toEqual(['ea.shop.cn'])
    expect(wantedNames([], '203.0.113.9')).toEqual(['203.0.113.9'])
    expect(wantedNames([], '[2001:db8::1]')).toEqual(['2001:db8::1'])
  })

  it.each(['', 'localhost', 'nas', 'nas.local', 'router.lan', '192.168.1.2', '127.0.0.1'])(
    'no authority certifies "%s"',
    (host) => {
      expect(wantedNames([], host)).toEqual([])
    },
  )
})
