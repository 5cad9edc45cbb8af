import { expect, it } from 'vitest'
import { samplePulse } from './sample-device.ts'
import { createStreamKeeper } from './stream-keeper.ts'

const pulse = (id: number, equity: number) => ({ id, telemetry: samplePulse({ equity }) })

it('the keeper passes all events on unchanged', () => {
  const event = { rows: [pulse(1, 5), { id: 2, pause_open: true }], removed: [3] }
  expect(createStreamKeeper().take(event)).toBe(event)
})

it('a frozen keeper holds pulses, passes commands and removals on, and returns the newest pulse', () => {
  const keeper = createStreamKeeper()
  keeper.freeze()
  expect(keeper.take({ rows: [pulse(1, 5), { ...pulse(2, 6), pause_open: true }], removed: [3] })).toEqual({
    rows: [{ id: 2, pause_open: true }],
    removed: [3],
  })
  keeper.take({ rows: [pulse(1, 7)] })
  expect(keeper.thaw()).toEqual([pulse(1, 7), pulse(2, 6)])
  expect(keeper.take({ rows: [pulse(1, 8)] }).rows).toEqual([pulse(1, 8)])
  expect(keeper.thaw()).toEqual([])
})

it('the keeper remembers changes during the read of pages, except pulses', () => {
  const keeper = createStreamKeeper()
  keeper.take({ rows: [{ id: 1, pause_add: true }] })
  keeper.beginReading()
  keeper.take({ rows: [pulse(1, 5), { ...pulse(2, 6), pause_open: true }] })
  expect(keeper.endReading()).toEqual([{ id: 2, pause_open: true }])
  expect(keeper.endReading()).toEqual([])
})
