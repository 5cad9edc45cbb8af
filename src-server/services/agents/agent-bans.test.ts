import { expect, it } from 'vitest'
import { AgentBans } from './agent-bans.ts'

it('follows an agent who is banned and unbanned; no agent is never banned', () => {
  const bans = new AgentBans()
  expect(bans.has(7)).toBe(false)
  bans.put(7, true)
  expect(bans.has(7)).toBe(true)
  expect(bans.has(8)).toBe(false)
  expect(bans.has(null)).toBe(false)
  bans.put(7, false)
  expect(bans.has(7)).toBe(false)
})
