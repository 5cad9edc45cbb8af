import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Application } from '../../src-server/domain/application/application.ts'
import type { Code } from '../../src-server/domain/code/code.ts'
import { CodeLogins } from '../../src-server/services/codes/code-logins.ts'
import { ServerMover } from '../../src-server/services/devices/server-move.ts'
import { moveForward } from '../../src-server/services/devices/server-move-walk.ts'
import type { Replay } from '../../src-server/store/repositories/replays.ts'
import type { Store } from '../../src-server/store/store.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addCode as addAnyCode } from './sample-codes.ts'
import {
  addApplication,
  addDevice,
  addOperator,
  FOREVER,
  NOW,
  sampleApplication,
  write,
} from './sample-records.ts'

const ROW = { durable: true, lane: 'row' } as const
const USES = 100

/** Everything beside the store that a login asks. The copy knows no trading account. */
function loginsAt(store: Store): CodeLogins {
  const nothing = () => undefined
  return new CodeLogins({
    store,
    devices: { fetch: nothing },
    bans: { has: () => false },
    journal: { add: nothing },
    addresses: { watches: () => false, note: nothing },
    guesses: { judge: () => true },
    clock: new ManualClock(NOW),
  } as never)
}

describe.each(ENGINES)('two copies at once on %s', (engine) => {
  let open: OpenStore
  let app: number
  /** Both copies' stores, in turn. */
  const storeOf = (n: number) => (n % 2 === 0 ? open.store : open.another)

  beforeAll(async () => {
    open = await openStore(engine)
    app = await write(open.store, async (unit) =>
      addApplication(unit, await addOperator(unit, 'dev'), 'app', { deviceCheck: false }),
    )
  })
  afterAll(() => open.close())

  const addCode = (kami: string) =>
    write(open.store, async (unit) => {
      const [id] = await unit.codes.insertMany(
        {
          appId: app,
          type: 'count',
          seconds: 0,
          left: USES,
          note: '',
          tags: [],
          fields: {},
          seats: 1,
          agentId: null,
          batchId: null,
          createdAt: NOW,
        },
        [kami],
      )
      return id!
    })
  const logIn = async (logins: CodeLogins, kami: string, n: number) => {
    const application = { ...sampleApplication(1, 'app', { deviceCheck: false }), id: app } as Application
    const login = { kami, markcode: `machine ${n}`, ip: '1.2.3.4' }
    return (await logins.logIn(application, login)).decision.outcome
  }

  it('500 logins on a code with 100 uses give 100 grants', async () => {
    await addCode('hundred')
    const copies = [loginsAt(open.store), loginsAt(open.another)] as const
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, (_, n) => logIn(copies[n % 2 === 0 ? 0 : 1], 'hundred', n)),
    )
    expect(outcomes.filter((one) => one === 'granted')).toHaveLength(USES)
    expect(outcomes.filter((one) => one === 'ended')).toHaveLength(500 - USES)
    const code = await open.store.read((unit) => unit.codes.find(app, 'hundred'))
    expect([code?.left, code?.revision]).toEqual([0, USES])
  }, 60_000)

  it('an edit that holds a code is never disturbed by logins', async () => {
    const id = await addCode('edited')
    const copies = [loginsAt(open.store), loginsAt(open.another)] as const
    const edit = async (n: number) =>
      storeOf(n).write(
        async (unit) => {
          await unit.codes.hold([id])
          const code = (await unit.codes.find(app, 'edited'))!
          return unit.codes.edit([{ ...code, note: `note ${n}` }])
        },
        { durable: true },
      )
    const [edits, outcomes] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, (_, n) => edit(n))),
      Promise.all(Array.from({ length: 60 }, (_, n) => logIn(copies[n % 2 === 0 ? 0 : 1], 'edited', n))),
    ])
    expect(edits.filter(Boolean)).toHaveLength(20)
    expect(outcomes.filter((one) => one === 'granted')).toHaveLength(60)
    const code = await open.store.read((unit) => unit.codes.find(app, 'edited'))
    expect([code?.left, code?.revision]).toEqual([USES - 60, 80])
  }, 60_000)

  // A read of SQLite ends before the next write begins.
  it.runIf(engine === 'PostgreSQL')(
    'a login that overtakes another one of its account is not refused',
    async () => {
      const code = await write(open.store, (unit) => addAnyCode(unit, app, 'seat', { seats: 2 }))
      const sit = (accountKey: string, revision: number) =>
        write(open.another, (unit) =>
          unit.codeSeats.change({ ...code, revision }, accountKey, { accountKey, useTime: NOW }),
        )
      await sit('901@S', code.revision)
      let isTaken = false
      const read: Store['read'] = (work, options) =>
        open.store.read(async (unit) => {
          const find: typeof unit.codeSeats.find = async (id, accountKey) => {
            const found = await unit.codeSeats.find(id, accountKey)
            // The first login takes the seat between two statements of the second one.
            if (!isTaken) isTaken = await sit(accountKey, code.revision + 1)
            return found
          }
          return work({ ...unit, codeSeats: { ...unit.codeSeats, find } })
        }, options)
      const login = { kami: 'seat', markcode: '902@S', ip: '1.2.3.4' }
      const several = sampleApplication(1, 'app', { severalAccounts: true })
      const application = { ...several, id: app } as Application
      const { decision } = await loginsAt({ ...open.store, read }).logIn(application, login)
      expect([decision.outcome, isTaken]).toEqual(['granted', true])
    },
  )

  // A unit of SQLite has the store for itself.
  it.runIf(engine === 'PostgreSQL')(
    'a rename of a server takes along each code that is used meanwhile, and no code that leaves the server',
    async () => {
      const [used, left] = await write(open.store, async (unit) => [
        await addAnyCode(unit, app, 'used', { type: 'count', left: 5, markcode: '7@Old' }),
        await addAnyCode(unit, app, 'left', { type: 'count', left: 5, markcode: '8@Old' }),
      ])
      const change = (code: Code, members: Partial<Code>) =>
        open.another.write((unit) => unit.codes.change(code.id, code.revision, members), ROW)
      const place = { server: 'Old', to: 'New', ownerId: null, app }
      const kept: number[] = []
      const { result } = await open.store.write(
        async (unit) => {
          const codesOn: typeof unit.serverRenames.codesOn = async (given, slice) => {
            const found = await unit.serverRenames.codesOn(given, slice)
            if (given.server === 'Old')
              await Promise.all([change(used, { left: 4 }), change(left, { markcode: '8@Else' })])
            return found
          }
          const racing = { ...unit, serverRenames: { ...unit.serverRenames, codesOn } }
          const way = {
            to: 'New',
            replaceTrials: false,
            at: NOW,
            trialSeconds: () => 0,
            lastPulse: () => null,
          }
          const mover = new ServerMover({ ...way, wasRefused: () => false }, { writes: racing })
          await moveForward(mover, racing, place, ({ itemId }) => Promise.resolve(void kept.push(itemId)))
          return mover
        },
        { durable: true },
      )
      const after = await open.store.read((unit) => unit.codes.findMany(app, ['used', 'left']))
      expect(after.map(({ kami, markcode, left }) => [kami, markcode, left]).sort()).toEqual([
        ['left', '8@Else', 5],
        ['used', '7@New', 4],
      ])
      expect([result.codes, kept]).toEqual([1, [used.id]])
    },
  )

  it('a command is delivered once', async () => {
    const commands = await write(open.store, async (unit) => {
      const ids: number[] = []
      for (let n = 0; n < 20; n++) {
        const { id: deviceId } = await addDevice(unit, app, `${n}@S`)
        const asked = { deviceId, reason: '', askedBy: 'me', askedAt: NOW, repeats: 0, receivedBy: '' }
        ids.push((await unit.commands.ask([asked]))[0]!.id)
      }
      return ids
    })
    const delivered = await Promise.all(
      commands.flatMap((id) =>
        [0, 1, 2, 3].map(async (n) => {
          const by = { at: NOW, ip: `${n}`, positions: null }
          return (await storeOf(n).write((unit) => unit.commands.deliver(id, by), ROW))?.id
        }),
      ),
    )
    expect(delivered.filter((id) => id !== undefined).sort((a, b) => a - b)).toEqual(commands)
  }, 60_000)

  it('a signature is used once, and the other copies learn the first use', async () => {
    const signatures = Array.from({ length: 20 }, (_, n) => `s${n}`)
    const use = async (signature: string, n: number) => {
      const own: Replay = { appId: app, signature, api: 'kmlogon', answer: String(n), until: FOREVER }
      const first = await storeOf(n).write((unit) => unit.replays.add(own), ROW)
      return { own, first }
    }
    for (const signature of signatures) {
      const uses = await Promise.all([0, 1, 2, 3].map((n) => use(signature, n)))
      const won = uses.filter(({ first }) => first === undefined)
      expect(won).toHaveLength(1)
      for (const { first } of uses) if (first !== undefined) expect(first).toEqual(won[0]?.own)
    }
  }, 60_000)

  it('counters of many copies add up', async () => {
    const second = await write(open.store, async (unit) =>
      addApplication(unit, await addOperator(unit, 'dev 2'), 'second'),
    )
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const ids = n % 3 === 0 ? [second, app] : [app, second]
        return storeOf(n).write(
          async (unit) => {
            await unit.applications.addCalls(new Map(ids.map((id) => [id, 1])))
            const one = { calls: 1, signed: 1, encrypted: 0, https: 0, valued: 0 }
            await unit.callUses.add(ids.map((id) => ({ app: id, hour: 3600, ...one })))
          },
          { durable: false, lane: 'row' },
        )
      }),
    )
    const [totals, uses] = await open.store.read(async (unit) => [
      await unit.applications.callTotals([app, second]),
      await unit.callUses.sum(app, 0),
    ])
    expect([...totals.values()]).toEqual([60, 60])
    expect(uses).toMatchObject({ calls: 60, signed: 60 })
  }, 60_000)

  it('the lease has one holder', async () => {
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        storeOf(n).write((unit) => unit.steward.take(`copy ${n}`, undefined), ROW),
      ),
    )
    expect(taken.filter((lease) => lease !== undefined)).toHaveLength(1)
  })
})
