import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { createRandom } from '../simulator/random.ts'
import { addAccount, curveAt, nextSample, pulse } from './fleet-world.ts'
import { addAgent, addOperator, signIn } from './operators.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

/** An account as the test knows it, from what it sent itself. */
interface Known {
  readonly id: number
  readonly key: string
  agent: number | null
  currency: string
  equity: number
  balance: number
  floating: number
  positions: number
  paused: boolean
  pulsedAt: number
}

describe('the sums of the fleet', () => {
  let app: number
  let developer: ConsoleClient
  let agents: number[]
  const known = new Map<string, Known>()

  beforeAll(async () => {
    const id = await addOperator(server, 'fleet developer', 'developer')
    developer = await signIn(server, 'fleet developer')
    agents = [await addAgent(server, 'first agent', id), await addAgent(server, 'second agent', id)]
    ;({ app } = await developer.call('app_create', { name: 'Fleet' }))
    await developer.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
  })

  /** The board's rules: the last figures of every account count, and 20 % of drawdown is critical. */
  function recount(of: (one: Known) => boolean, now: number) {
    const sums: Record<string, Record<string, number>> = {}
    for (const one of [...known.values()].filter(of)) {
      const sum = (sums[one.currency] ??= {
        online: 0,
        accounts: 0,
        equity: 0,
        balance: 0,
        floating: 0,
        positions: 0,
        critical: 0,
        paused: 0,
      })
      sum['accounts']!++
      sum['equity']! += one.equity
      sum['balance']! += one.balance
      sum['floating']! += one.floating
      sum['positions']! += one.positions
      if (one.paused) sum['paused']!++
      // A second pulse has not come yet, or came a minute after the first: two of its intervals are 20 s or more.
      if (one.pulsedAt > 0 && now - one.pulsedAt <= 20) sum['online']!++
      if (one.pulsedAt > 0 && (one.balance - one.equity) / one.balance >= 0.2) sum['critical']!++
    }
    return sums
  }

  it('equal a full recount after each minute of random changes', { timeout: 60_000 }, async () => {
    const random = createRandom(Number(process.env['TEST_SEED'] ?? 7), 'fleet')
    let made = 0
    for (let minute = 0; minute < 8; minute++) {
      for (let change = 0; change < 25; change++) {
        const keys = [...known.keys()]
        const one = known.get(keys[random.below(keys.length)] ?? '')
        const what = random.below(10)
        if (one === undefined || what < 3) {
          const key = `${++made}@Fleet`
          const agent = random.pick([undefined, agents[0], agents[1]])
          const id = await addAccount(server, app, key, agent === undefined ? {} : { agent })
          known.set(key, {
            id,
            key,
            agent: agent ?? null,
            currency: '',
            equity: 0,
            balance: 0,
            floating: 0,
            positions: 0,
            paused: false,
            pulsedAt: 0,
          })
        } else if (what < 7) {
          // One pulse an account, so that the interval stays unknown and 20 s decide about being online.
          if (one.pulsedAt > 0) continue
          one.currency = random.pick(['', 'USD', 'CNY', 'USC'])
          one.balance = 1000 + random.below(9000)
          one.equity = Math.round(one.balance * (0.7 + 0.4 * random.next()) * 100) / 100
          one.floating = one.equity - one.balance
          one.positions = random.below(9)
          one.pulsedAt = server.clock.now()
          await pulse(server, app, one.key, {
            equity: one.equity,
            balance: one.balance,
            float_pnl: one.floating,
            positions: one.positions,
            ...(one.currency !== '' && { currency: one.currency }),
          })
        } else if (what === 7) {
          one.paused = random.chance(0.5)
          await server.act('device_control', { ids: [one.id], pause_open: one.paused })
        } else if (what === 8) {
          one.agent = random.pick([null, agents[0]!, agents[1]!])
          await server.act('device_update', { id: one.id, agent: one.agent })
        } else if (made > 4) {
          await server.act('device_delete', { ids: [one.id] })
          known.delete(one.key)
        }
      }
      const at = await nextSample(server)
      const near = (sums: Record<string, Record<string, number>>) =>
        Object.fromEntries(
          Object.entries(sums).map(([currency, sum]) => [
            currency,
            Object.fromEntries(
              Object.entries(sum).map(([name, value]) => [name, Math.round(value * 100) / 100 || 0]),
            ),
          ]),
        )
      expect(near((await curveAt(developer, at))!)).toEqual(near(recount(() => true, at)))
      for (const agent of agents)
        expect(near((await curveAt(developer, at, { agent })) ?? {})).toEqual(
          near(recount((one) => one.agent === agent, at)),
        )
    }
  })

  it('are those of the own customers for an agent, and of the own applications for a developer', async () => {
    const at = await nextSample(server)
    const agent = await signIn(server, 'first agent')
    const own = await curveAt(developer, at, { agent: agents[0] })
    expect(own).toBeDefined()
    expect(await curveAt(agent, at)).toEqual(own)
    expect(await curveAt(agent, at, { agent: agents[0] })).toEqual(own)
    expect(await curveAt(agent, at, { agent: agents[1] })).toBeUndefined()
    await addOperator(server, 'another developer', 'developer')
    const other = await signIn(server, 'another developer')
    for (const wanted of [{}, { app }, { agent: agents[0] }])
      expect(await curveAt(other, at, wanted)).toBeUndefined()
  })

  it('survive a restart, and the time between has no points', async () => {
    const before = await nextSample(server)
    const sums = await curveAt(await server.owner(), before)
    await server.close()
    server.clock.pass(3600)
    await server.open()
    const after = await nextSample(server)
    const owner = await server.owner()
    expect(await curveAt(owner, before)).toEqual(sums)
    const { rows, seconds } = await owner.call('fleet_curve', {
      from: before,
      to: after,
      points: 100,
      currency: 'USD',
    })
    expect(seconds).toBe(60)
    expect(rows.map(({ at }) => at)).toEqual([before, after])
  })
})

describe('demo accounts', () => {
  it('count only where their application is named, as soon as there are others', async () => {
    const { app } = await server.act('demo_start', { language: 'en' })
    const at = await nextSample(server)
    const owner = await server.owner()
    const count = (sums: Awaited<ReturnType<typeof curveAt>>) =>
      Object.values(sums ?? {}).reduce((all, { accounts }) => all + accounts, 0)
    const { total } = await server.act('device_list', {})
    expect(count(await curveAt(owner, at, { app }))).toBe(24)
    expect(count(await curveAt(owner, at))).toBe(total - 24)
  })

  it('do not change the return of all accounts beside another one', async () => {
    const app = await server.application()
    const id = await addAccount(server, app, '9000@Compare')
    await pulse(server, app, '9000@Compare', { equity: 1000, balance: 1000, currency: 'USD' })
    const now = server.clock.now()
    const order = { ids: [id], fleet: true, from: now - 60, to: now + 600 }
    const { rows } = await server.act('app_list', {})
    const demo = rows.find((row) => row.demo)!
    const [, before] = (await server.act('device_compare', order)).rows
    await nextSample(server)
    const place = { app: demo.app, from: now, to: now + 60 }
    const moved = async () => (await server.act('fleet_report', place)).days
    await until(async () => (await moved()).some(({ profit }) => profit !== 0), 'moves of the demo accounts')
    expect((await server.act('device_compare', order)).rows[1]).toEqual(before)
  })
})
