import { afterAll, beforeAll, it } from 'vitest'
import type { FirstCode, Step, Worth } from './licence-history.ts'
import { DAY } from './licence-model.ts'
import { LicenceRun } from './licence-run.ts'
import { LicenceWorld } from './licence-world.ts'

/**
 * Histories in which a fault easily grants time twice or loses it. The model of the property test gives the
 * results.
 */
let world: LicenceWorld

beforeAll(async () => {
  world = await LicenceWorld.start()
})
afterAll(() => world.server.end())

const code = (worth: Worth, usedFor: number | null = null): FirstCode => ({ worth, agent: false, usedFor })
const days = (amount: number) => code({ type: 'time', unit: 'day', amount })
const FOR_EVER = code({ type: 'permanent' })
const VIP = code({ type: 'vip' })

const [A, B] = [2, 3]
const login = (of: number, place = A): Step => ({ do: 'login', code: of, place })
const disable = (of: number): Step => ({ do: 'disable', code: of, choice: 'take_back' })
const recycle = (of: number): Step => ({ do: 'recycle', code: of, choice: 'take_back' })
const enable = (of: number): Step => ({ do: 'enable', code: of })
const restore = (of: number): Step => ({ do: 'restore', code: of })
const extend = (of: number, by: number): Step => ({ do: 'extend', code: of, seconds: by * DAY })
const makePermanent = (of: number): Step => ({ do: 'convert', code: of, worth: { type: 'permanent' } })
const pass = (time: number): Step => ({ do: 'pass', seconds: time * DAY })
const seats = (of: FirstCode, count: number): FirstCode => ({ ...of, seats: count })
const resize = (of: number, count: number): Step => ({ do: 'resize', code: of, seats: count })
const RENAME: Step = { do: 'rename' }
const drop = (codes: 'spent' | 'free'): Step => ({ do: 'delete', account: A, codes })

const cases: [string, readonly FirstCode[], readonly Step[]][] = [
  ['an early renewal adds', [days(30), days(10)], [login(0), login(1)]],
  ['a late renewal begins now', [days(1), days(10)], [login(0), pass(3), login(1)]],
  [
    'all refunded leaves nothing',
    [days(30), days(10)],
    [login(0), login(1), pass(5), disable(1), disable(0)],
  ],
  [
    'a refund takes an extension too',
    [days(10), days(10)],
    [login(0), login(1), extend(0, 5), pass(1), disable(0)],
  ],
  [
    'a refund takes no more than a shortened code gave',
    [days(10), days(10)],
    [login(0), login(1), extend(0, -5), disable(0)],
  ],
  [
    'disabled and deleted is refunded once',
    [days(10), days(10)],
    [login(0), login(1), disable(0), recycle(0)],
  ],
  [
    'what came back is refunded again',
    [days(10), days(10)],
    [login(0), login(1), disable(0), pass(1), enable(0), pass(1), recycle(0), pass(1), restore(0)],
  ],
  [
    'a code refunded after its time takes nothing from a later one',
    [days(1), days(10)],
    [login(0), pass(2), disable(0), login(1), recycle(0)],
  ],
  [
    'a spent code takes nothing from a new record',
    [days(10), days(10)],
    [login(0), drop('spent'), login(1), enable(0), disable(0), recycle(0)],
  ],
  [
    'a spent code adds nothing to a new record',
    [days(10), days(10)],
    [login(0), drop('spent'), login(1), enable(0), extend(0, 5)],
  ],
  ['a spent code makes no record', [days(10)], [login(0), drop('spent'), enable(0), login(0)]],
  [
    'a freed code begins anew',
    [days(10), days(10)],
    [login(0), login(1), pass(3), drop('free'), login(0, B), login(1, 0)],
  ],
  [
    'a refunded code that is freed is unused when it is enabled',
    [days(10)],
    [login(0), disable(0), drop('free'), login(0), enable(0), login(0)],
  ],
  [
    'a permanent code’s refund leaves the time before it',
    [days(30), FOR_EVER],
    [login(0), login(1), pass(5), disable(1)],
  ],
  [
    'a permanent code of another server keeps the account when the one before it is refunded',
    [FOR_EVER, code({ type: 'time', unit: 'day', amount: 30 }, A)],
    [login(0), makePermanent(1), login(1), disable(0), disable(1)],
  ],
  [
    'a time code refunded beneath a permanent one is gone when that is refunded',
    [days(30), FOR_EVER],
    [login(0), login(1), disable(0), disable(1)],
  ],
  [
    'a time code extended beneath a permanent one has its time when that is refunded',
    [days(10), FOR_EVER],
    [login(0), login(1), extend(0, 5), disable(1)],
  ],
  [
    'a permanent code that comes back keeps the time that was bought meanwhile',
    [FOR_EVER, days(10)],
    [login(0), disable(0), login(1), enable(0), disable(0)],
  ],
  [
    'a time code made permanent and refunded leaves nothing of its own',
    [days(10)],
    [login(0), makePermanent(0), pass(1), disable(0)],
  ],
  [
    'a time code made permanent and refunded leaves what another gave',
    [days(10), days(10)],
    [login(0), login(1), makePermanent(0), pass(1), disable(0)],
  ],
  [
    'a VIP code moves from computer to computer, and to an account for ever',
    [VIP],
    [login(0, 0), login(0, 1), login(0, 0), login(0), login(0, 1), login(0, B)],
  ],
  [
    'a code used on a computer gives an account what is left',
    [days(10)],
    [login(0, 0), pass(3), { do: 'unbind', code: 0 }, login(0), disable(0)],
  ],
  [
    'codes follow a moved account',
    [days(10), days(10)],
    [login(0), login(1), { do: 'move', account: A, to: B }, login(0), login(0, B), disable(1)],
  ],
  [
    'a VIP code with two seats leaves its computer for two accounts',
    [seats(VIP, 2)],
    [login(0, 0), login(0), login(0, B), login(0, 4), login(0, 0)],
  ],
  [
    'the account of a file and the seat of a deleted record follow a rename of the server',
    [seats(days(10), 2), seats(code({ type: 'time', unit: 'day', amount: 30 }, B), 2)],
    [login(0), drop('spent'), RENAME, login(0), login(1, B), RENAME, login(1), login(1, B)],
  ],
  [
    'an exact end is that of each account',
    [seats(days(10), 3)],
    [
      { do: 'end', code: 0, seconds: 3 * DAY },
      login(0),
      extend(0, 1),
      login(0, B),
      { do: 'end', code: 0, seconds: 4 * DAY },
      extend(0, -2),
      disable(0),
    ],
  ],
  [
    'a conversion to the same time begins anew for each account',
    [seats(days(10), 3)],
    [login(0), pass(3), login(0, B), pass(1), { do: 'convert', code: 0, worth: days(10).worth }, login(0, 4)],
  ],
  [
    'a refund of several accounts comes back to each, after their number of seats changed',
    [days(10), days(10)],
    [
      login(0),
      login(1),
      resize(0, 3),
      login(0, B),
      pass(1),
      disable(0),
      resize(0, 2),
      enable(0),
      login(0, 4),
    ],
  ],
  [
    'the last of several accounts has a code with one seat',
    [seats(days(10), 2)],
    [login(0), login(0, B), resize(0, 1), drop('free'), resize(0, 1), extend(0, 5), login(0), login(0, B)],
  ],
  [
    'a free record ends with free mode and is renewed',
    [days(10)],
    [{ do: 'free' }, { do: 'mt5logon', account: A }, pass(1), { do: 'free' }, pass(1), login(0)],
  ],
]

async function live(deviceCheck: boolean, codes: readonly FirstCode[], steps: readonly Step[]) {
  const history = { isExact: true, accounts: 3, deviceCheck, autoTrial: false, codes, steps }
  const run = await LicenceRun.start(world, history)
  for (const step of steps) await run.do(step)
  await run.end()
}

it.each(cases)('%s', (_, codes, steps) => live(true, codes, steps))
it.each(cases)('without device check: %s', (_, codes, steps) => live(false, codes, steps))
