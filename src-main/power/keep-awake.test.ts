import { expect, it, vi } from 'vitest'

import { KeepAwake } from './keep-awake.ts'

it('keeps the machine awake exactly while the server runs', () => {
  const blocker = { start: vi.fn(() => 7), stop: vi.fn(() => true) }
  const awake = new KeepAwake(blocker)
  awake.follow(false)
  expect(blocker.start).not.toHaveBeenCalled()
  awake.follow(true)
  awake.follow(true)
  expect(blocker.start).toHaveBeenCalledExactlyOnceWith('prevent-app-suspension')
  awake.follow(false)
  awake.follow(false)
  expect(blocker.stop).toHaveBeenCalledExactlyOnceWith(7)
  awake.follow(true)
  expect(blocker.start).toHaveBeenCalledTimes(2)
})
