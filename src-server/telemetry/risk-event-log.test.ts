import { expect, it } from 'vitest'
import { firing, riskEvent } from '../../tests/contract/risk-event.ts'
import { QuietLog } from '../../tests/support/quiet-log.ts'
import { createLocalCopies } from '../copies/copies.ts'
import { addEvent, type SummedEvent } from '../domain/risk/risk-event.ts'
import { RiskEventLog } from './risk-event-log.ts'

const fired = (key: string, at: number, undoneAt: number | null = null) =>
  riskEvent({ kind: 'rule', deviceId: 1, at, firing: firing(key, 7, { undoneAt }) }) as SummedEvent

it('the undo of an earlier firing at another copy takes no newer firing back', () => {
  const copies = createLocalCopies(true)
  const [here, there] = [copies.join(new QuietLog()).bus, copies.join(new QuietLog()).bus]
  // Following an event needs the bus alone.
  const events = new RiskEventLog({ bus: here } as never)
  events.follow(fired('first', 10))
  events.follow(fired('second', 20))
  there.publish('riskEvents', addEvent(undefined, fired('first', 10, 15)))
  expect(events.ofRule(7, 1)).toMatchObject({ at: 20, times: 2, firing: { key: 'second', undoneAt: null } })
  there.publish('riskEvents', addEvent(undefined, fired('second', 20, 25)))
  expect(events.ofRule(7, 1)?.firing?.undoneAt).toBe(25)
})
