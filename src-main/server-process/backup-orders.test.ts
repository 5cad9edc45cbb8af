import { beforeEach, expect, it } from 'vitest'

import { BackupOrders } from './backup-orders.ts'
import { FakeTimers } from './fake-timers.ts'

let timers: FakeTimers
let orders: BackupOrders
let sent: number[]

const ask = (): Promise<void> => orders.ask((id) => sent.push(id))
const answer = (id: number | undefined, ok: boolean): void => {
  orders.answered({ type: 'backed_up', id: id ?? 0, ok })
}

beforeEach(() => {
  timers = new FakeTimers()
  orders = new BackupOrders(timers)
  sent = []
})

it('matches an answer to its order', async () => {
  const first = ask()
  const second = expect(ask()).rejects.toThrow(/could make no backup/)
  expect(new Set(sent).size).toBe(2)
  answer(sent[1], false)
  answer(sent[0], true)
  await first
  await second
})

it('waits for a large backup, but not for ever', async () => {
  const backup = ask()
  timers.pass(9 * 60_000)
  answer(sent[0], true)
  await backup
  const never = expect(ask()).rejects.toThrow(/no end/)
  timers.pass(10 * 60_000)
  await never
  // Too late: the order has already failed.
  answer(sent[1], true)
})
