import { describe, expect, it } from 'vitest'
import { serviceClock } from './service-clock.ts'

const HOUR = 3600
const asked = { state: 'pending', created_at: 1000 * HOUR, due_at: 1024 * HOUR } as const

describe('serviceClock', () => {
  it.each([
    ['just asked', 1000, 'calm', 24],
    ['before the last quarter', 1017, 'calm', 7],
    ['as the last quarter begins', 1018, 'soon', 6],
    ['at the moment it is due', 1024, 'soon', 0],
    ['an hour later', 1025, 'overdue', 1],
  ])('shows %s', (_, hour, state, hours) => {
    expect(serviceClock(asked, hour * HOUR)).toEqual({ state, seconds: hours * HOUR })
  })

  it('stops for a decided request', () => {
    expect(serviceClock({ ...asked, state: 'approved' }, 2000 * HOUR)).toBeUndefined()
  })
})
