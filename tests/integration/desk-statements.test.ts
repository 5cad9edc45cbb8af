import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { IS_PAIR } from '../support/pair/deal.ts'
import { IS_POSTGRES } from '../support/postgres/mode.ts'
import { until } from '../support/until.ts'
import { SalesWorld } from './sales-world.ts'

const FEW = 40
const MANY = 400
/** More records go to the store a hundred at a time, and the server does other work meanwhile. */
const SLACK = 30
const DAY = 86_400

/** Each record alone would cost a question over the network, and hold all other writers of all copies meanwhile. */
describe.runIf(IS_POSTGRES && !IS_PAIR)('the statements of an act on many records', () => {
  let world: SalesWorld
  let made = 0

  beforeAll(async () => {
    world = await SalesWorld.start()
  })
  afterAll(() => world.server.end())

  const act: SalesWorld['server']['act'] = (name, input) => world.server.act(name, input)
  const many = <T>(count: number, one: (n: number) => T): T[] =>
    Array.from({ length: count }, (_, n) => one(n))
  const next = () => ++made
  const now = () => world.server.clock.now()
  const ended = async (job: string | undefined) => {
    if (job === undefined) return
    await until(async () => {
      const { rows } = await act('job_list', {})
      return rows.find(({ id }) => id === job)?.state !== 'running'
    }, 'the job ends')
  }
  const imported = async (app: number, count: number, row: (n: number) => object = () => ({})) => {
    const rows = many(count, (n) => ({
      kami: `K-code-${next()}`,
      type: 'time',
      unit: 'day',
      amount: 1,
      ...row(n),
    }))
    const { done, import: id } = await act('code_import', { app, rows })
    if (done !== count) throw new Error(`${done} codes imported`)
    return id!
  }
  const devices = async (app: number, count: number, server = `Broker-${next()}`, more: object = {}) => {
    const rows = many(count, (n) => ({ account_key: `${n + 1}@${server}`, vip: now() + DAY, ...more }))
    const { done, import: id } = await act('device_import', { app, rows })
    if (done !== count) throw new Error(`${done}`)
    return { server, id: id! }
  }
  /** Each readies so many records, and returns the act on them. */
  const ACTS: Readonly<Record<string, (count: number) => Promise<() => Promise<unknown>>>> = {
    'an import of codes': async (count) => {
      const app = await world.server.application()
      return () => imported(app, count)
    },
    'an import of used codes with several seats': async (count) => {
      const app = await world.server.application({ several_accounts: true })
      return () =>
        imported(app, count, (n) => ({ seats: 2, markcode: `${n + 1}@A-${app}`, use_time: now() - 1 }))
    },
    'an undone import of codes': async (count) => {
      const app = await world.server.application()
      const id = await imported(app, count)
      return () => act('import_undo', { id })
    },
    'a generation of codes': async (count) => {
      const app = await world.server.application()
      return async () => ended((await act('code_generate', { app, type: 'permanent', count })).job)
    },
    ...Object.fromEntries(
      (
        [
          ['a note', { note: 'new' }],
          ['disabling', { disabled: true }],
          ['an extension', { extend_seconds: 60 }],
          ['tags', { add_tags: ['a'] as string[] }],
          ['a conversion', { convert: { type: 'time', unit: 'day', amount: 2 } }],
        ] as const
      ).map(([name, change]) => [
        `${name} of codes`,
        async (count: number) => {
          const app = await world.server.application()
          await imported(app, count)
          return async () => ended((await act('code_update', { filter: { app }, ...change })).job)
        },
      ]),
    ),
    'a deletion of codes': async (count) => {
      const app = await world.server.application()
      await imported(app, count)
      return async () => ended((await act('code_delete', { filter: { app } })).job)
    },
    'a purge of codes': async (count) => {
      const app = await world.server.application()
      await imported(app, count)
      await ended((await act('code_delete', { filter: { app } })).job)
      return async () => ended((await act('code_purge', { filter: { app, state: 'recycled' } })).job)
    },
    'an import of accounts': async (count) => {
      const app = await world.server.application()
      return () => devices(app, count)
    },
    'an import of known accounts': async (count) => {
      const app = await world.server.application()
      const { server } = await devices(app, count)
      const rows = many(count, (n) => ({ account_key: `${n + 1}@${server}`, note: 'new' }))
      return () => act('device_import', { app, rows, existing: 'update' })
    },
    'an undone import of accounts': async (count) => {
      const app = await world.server.application()
      const { id } = await devices(app, count)
      return () => act('import_undo', { id })
    },
    'an undone change of accounts': async (count) => {
      const app = await world.server.application()
      const { server } = await devices(app, count)
      const rows = many(count, (n) => ({ account_key: `${n + 1}@${server}`, note: 'new' }))
      const { import: id } = await act('device_import', { app, rows, existing: 'update' })
      return () => act('import_undo', { id: id! })
    },
    'a note of accounts': async (count) => {
      const app = await world.server.application()
      await devices(app, count)
      return async () => ended((await act('device_bulk', { filter: { app }, note: 'new' })).job)
    },
    'a pause of a group': async (count) => {
      const app = await world.server.application()
      await devices(app, count)
      return () => act('group_pause', { group: { app }, accounts: count, tolerance: 0, reason: 'news' })
    },
    'an order to close accounts and pause them': async (count) => {
      const app = await world.server.application()
      await devices(app, count)
      return async () =>
        act('device_control', { filter: { app }, close_all: true, pause_open: true, pause_add: true })
    },
    'a withdrawn order to close accounts': async (count) => {
      const app = await world.server.application()
      await devices(app, count)
      await act('device_control', { filter: { app }, close_all: true })
      return async () => act('device_control', { filter: { app }, close_all: false })
    },
    'tags of accounts': async (count) => {
      const app = await world.server.application()
      await devices(app, count)
      return async () => ended((await act('device_bulk', { filter: { app }, add_tags: ['a'] })).job)
    },
    'a rename of a server': async (count) => {
      const app = await world.server.application()
      const { server: from } = await devices(app, count)
      await imported(app, count, (n) => ({ markcode: `${n + 1}@${from}`, use_time: now() - 1 }))
      return () => act('server_rename', { from, to: `New-${next()}` })
    },
    'a rename of a server of codes': async (count) => {
      const app = await world.server.application()
      const from = `Coded-${next()}`
      await imported(app, count, (n) => ({ markcode: `${n + 1}@${from}`, use_time: now() - 1 }))
      return () => act('server_rename', { from, to: `New-${next()}` })
    },
    'an undone rename of a server': async (count) => {
      const app = await world.server.application()
      const { server: from } = await devices(app, count)
      await imported(app, count, (n) => ({ markcode: `${n + 1}@${from}`, use_time: now() - 1 }))
      const { id } = await act('server_rename', { from, to: `New-${next()}` })
      return () => act('server_rename_undo', { id: id! })
    },
    'a sale from stock': async (count) => {
      const { agent, allocation } = await world.seller({ quota: count, price: 1 })
      return () => world.take(agent, allocation, count)
    },
    'a sale marked as sold': async (count) => {
      const { agent, allocation } = await world.seller({ quota: count, price: 1 })
      const { sales } = await world.take(agent, allocation, count)
      return () => agent.client.call('sale_update', { ids: sales.map(({ id }) => id), sold: true })
    },
    'a refund of codes': async (count) => {
      const { agent, allocation } = await world.seller({ quota: count, price: 1 })
      const { sales } = await world.take(agent, allocation, count)
      return () => agent.client.call('sale_refund', { ids: sales.map(({ id }) => id) })
    },
  }

  /** The statements that the act sends while it holds the desk, which one unit of all copies does at a time. */
  const statementsOf = async (ready: (count: number) => Promise<() => Promise<unknown>>, count: number) => {
    const run = await ready(count)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await run()
    const sent = atTheDesk(query.mock.calls.map(([asked], at) => [query.mock.contexts[at], textOf(asked)]))
    query.mockRestore()
    return sent.length
  }

  it.each(Object.keys(ACTS))('do not grow with them: %s', async (name) => {
    const ready = ACTS[name]!
    const few = await statementsOf(ready, FEW)
    const most = await statementsOf(ready, MANY)
    expect(few).toBeGreaterThan(0)
    expect(most - few).toBeLessThan(SLACK)
  })
})

function textOf(asked: unknown): string {
  if (typeof asked === 'string') return asked
  return asked instanceof Object && 'text' in asked ? String(asked.text) : ''
}

/** The statements between the beginning and the end of a transaction of the desk lane. */
function atTheDesk(asked: readonly (readonly [client: unknown, text: string])[]): string[] {
  const inside = new Set<unknown>()
  return asked.flatMap(([client, text]) => {
    if (text.startsWith('BEGIN') && text.includes('UPDATE desk')) inside.add(client)
    const isInside = inside.has(client)
    if (/(COMMIT|ROLLBACK)$/.test(text)) inside.delete(client)
    return isInside ? [text] : []
  })
}
