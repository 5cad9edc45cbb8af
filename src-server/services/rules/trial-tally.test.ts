import { expect, it } from 'vitest'
import { TrialTally } from './trial-tally.ts'

const LEVELS = [
  { at: 20, act: 'tell' },
  { at: 30, act: 'pause_open' },
] as const

it('counts firings and accounts by level, and keeps the newest rows', () => {
  const tally = new TrialTally(LEVELS, 2)
  for (let id = 1; id <= 20; id++)
    tally.add({ id, accountKey: `${id}@Broker` }, [
      { at: 1000 - id, value: 25, level: 0 },
      { at: 2000 + id, value: 25, level: 0 },
    ])
  tally.add({ id: 21, accountKey: '21@Broker' }, [{ at: 1, value: 40, level: 1 }])
  tally.add({ id: 22, accountKey: '22@Broker' }, [])
  expect(tally.result()).toEqual({
    fired: 41,
    fired_accounts: 21,
    levels: [
      { at: 20, act: 'tell', fired: 40, accounts: 20 },
      { at: 30, act: 'pause_open', fired: 1, accounts: 1 },
    ],
    rows: [
      { at: 2020, device: 20, account_key: '20@Broker', level: 0, value: 25, act: 'tell' },
      { at: 2019, device: 19, account_key: '19@Broker', level: 0, value: 25, act: 'tell' },
    ],
  })
})
