import { expect, it } from 'vitest'
import { createOrderHold } from './order-hold.ts'

it('the order is held for two and a half seconds after the last movement', () => {
  let now = 1000
  const hold = createOrderHold(() => now)
  expect(hold.active()).toBe(false)
  hold.extend()
  now = 2000
  hold.extend()
  now = 4499
  expect(hold.active()).toBe(true)
  expect(hold.held.value).toBe(true)
  now = 4500
  expect(hold.active()).toBe(false)
  expect(hold.held.value).toBe(false)
})
