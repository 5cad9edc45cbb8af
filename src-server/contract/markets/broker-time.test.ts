import { expect, it } from 'vitest'
import { brokerOffset, type BrokerClock } from './broker-time.ts'

const at = (iso: string) => Date.parse(`${iso}Z`) / 1000
const clocks: BrokerClock[] = [
  { server: 'ICMarkets-Demo', offset: 0, summer: 'none' },
  { server: 'icmarkets*', offset: 120, summer: 'us' },
  { server: 'Europa-Live', offset: 60, summer: 'eu' },
]

it.each([
  ['ICMarketsSC-MT5', '2026-03-08T06:59:59', 120],
  ['ICMarketsSC-MT5', '2026-03-08T07:00:00', 180],
  ['ICMarketsSC-MT5', '2026-11-01T05:59:59', 180],
  ['ICMarketsSC-MT5', '2026-11-01T06:00:00', 120],
  ['EUROPA-LIVE', '2026-03-29T00:59:59', 60],
  ['EUROPA-LIVE', '2026-03-29T01:00:00', 120],
  ['Europa-Live', '2026-10-25T00:59:59', 120],
  ['Europa-Live', '2026-10-25T01:00:00', 60],
  ['Europa-Live', '2027-03-28T01:00:00', 120],
  ['icmarkets-demo', '2026-07-01T00:00:00', 0],
] as const)('the clock of %s at %s is %i minutes ahead of UTC', (server, moment, minutes) => {
  expect(brokerOffset(clocks, server)?.(at(moment))).toBe(minutes)
})

it('a server that nobody entered has no clock', () => {
  expect(brokerOffset(clocks, 'Other-Live')).toBeUndefined()
})
