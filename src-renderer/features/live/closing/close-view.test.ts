import { describe, expect, it } from 'vitest'
import type { CloseAllRecord } from '../../../../src-server/contract/records/device.ts'
import { closeView } from './close-view.ts'

const none: CloseAllRecord = {
  state: 'none',
  asked_at: null,
  delivered_at: null,
  confirmed_at: null,
  repeats: 0,
}
const states = (close: CloseAllRecord) => closeView(close, 1000).steps.map((step) => step.state)

describe('closeView', () => {
  it('starts empty: a close can be requested, not withdrawn', () => {
    expect(states(none)).toEqual(['ahead', 'ahead', 'ahead'])
    expect(closeView(none, 1000)).toMatchObject({
      canAsk: true,
      canWithdraw: false,
      canRearm: false,
      waiting: null,
    })
  })

  it('offers the withdrawal while the close is only requested, and shows the wait', () => {
    const asked: CloseAllRecord = { ...none, state: 'asked', asked_at: 980 }
    expect(states(asked)).toEqual(['done', 'now', 'ahead'])
    expect(closeView(asked, 1000)).toMatchObject({ canAsk: false, canWithdraw: true, waiting: 20 })
  })

  it('offers no withdrawal after a pulse has fetched the close', () => {
    const delivered: CloseAllRecord = { ...none, state: 'delivered', asked_at: 980, delivered_at: 990 }
    expect(states(delivered)).toEqual(['done', 'done', 'now'])
    expect(closeView(delivered, 1000)).toMatchObject({
      canAsk: false,
      canWithdraw: false,
      canRearm: false,
      waiting: 10,
    })
  })

  it('offers another close when positions remain', () => {
    const overdue: CloseAllRecord = { ...none, state: 'overdue', asked_at: 900, delivered_at: 920 }
    expect(states(overdue)).toEqual(['done', 'done', 'failed'])
    expect(closeView(overdue, 1000)).toMatchObject({ canRearm: true, canAsk: false, waiting: 80 })
  })

  it('shows that no report came, and offers a repeat', () => {
    const unreported: CloseAllRecord = { ...none, state: 'unreported', asked_at: 900, delivered_at: 920 }
    expect(states(unreported)).toEqual(['done', 'done', 'unsaid'])
    expect(closeView(unreported, 1000)).toMatchObject({
      canRearm: true,
      canAsk: false,
      canWithdraw: false,
      isExhausted: false,
      waiting: null,
    })
  })

  it.each([
    ['overdue', 4, false],
    ['overdue', 5, true],
    ['delivered', 5, false],
    ['confirmed', 5, false],
  ] as const)('%s after %d repeats needs a person: %s', (state, repeats, is) => {
    expect(closeView({ ...none, state, asked_at: 1, delivered_at: 2, repeats }, 1000).isExhausted).toBe(is)
  })

  it('ends confirmed with every time, and may be requested again', () => {
    const confirmed: CloseAllRecord = {
      state: 'confirmed',
      asked_at: 900,
      delivered_at: 920,
      confirmed_at: 925,
      repeats: 0,
    }
    expect(closeView(confirmed, 1000).steps).toEqual([
      { name: 'asked', state: 'done', at: 900 },
      { name: 'delivered', state: 'done', at: 920 },
      { name: 'confirmed', state: 'done', at: 925 },
    ])
    expect(closeView(confirmed, 1000)).toMatchObject({ canAsk: true, waiting: null })
  })

  it('never shows the times of an earlier command as those of this one', () => {
    const again: CloseAllRecord = {
      ...none,
      state: 'asked',
      asked_at: 980,
      delivered_at: 920,
      confirmed_at: 925,
    }
    expect(closeView(again, 1000).steps.map((step) => step.at)).toEqual([980, null, null])
  })
})
