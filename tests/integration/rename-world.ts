import type { ConsoleClient } from '../support/console-client.ts'
import type { TestServer } from '../support/test-server.ts'
import { deviceWorld } from './device-world.ts'

const DAY = 86_400

/** A server for scenarios of renamed MT5 servers, with short helpers. */
export function renameWorld() {
  const { start, now, attempt, logOn } = deviceWorld()
  let started: { readonly server: TestServer; readonly agent: number } | undefined
  let made = 0
  const here = () => {
    if (started === undefined) throw new Error('the server is not started yet')
    return started
  }
  const owner = (): Promise<ConsoleClient> => here().server.owner()
  const create = (app: number, account_key: string, fields: object = {}) =>
    here().server.act('device_create', { app, account_key, vip: now() + DAY, ...fields })
  /** A number that no other call gets. */
  const next = () => ++made
  /** A server name that no other test has. */
  const aServer = () => `Broker ${next()}.Live-${made}`
  return {
    start: async () => {
      started = await start()
      return started
    },
    now,
    attempt,
    logOn,
    create,
    next,
    aServer,
    rename: async (from: string, to: string, more: object = {}) =>
      (await owner()).call('server_rename', { from, to, ...more }),
    undo: async (id: number | null, more: object = {}) =>
      (await owner()).call('server_rename_undo', { id: id!, ...more }),
    keysOf: async (app: number) =>
      (await here().server.act('device_list', { filter: { app }, size: 500 })).rows
        .map((row) => row.account_key)
        .sort(),
    /** An application, with trading accounts on a server of their own. */
    world: async (logins: readonly number[], mt5: object = {}) => {
      const [app, from, to] = [await here().server.application({ mt5 }), aServer(), aServer()]
      const ids: number[] = []
      for (const login of logins) ids.push((await create(app, `${login}@${from}`)).id)
      return { app, from, to, ids }
    },
    /** A code that was used for a trading account elsewhere, or only bound to it. */
    imported: async (app: number, markcode: string, used: boolean) => {
      const { server } = here()
      const kami = `K-${next()}`
      const row = { kami, type: 'permanent', markcode, ...(used && { use_time: now() - DAY }) }
      await server.act('code_import', { app, rows: [row] })
      return {
        kami,
        bound: async () => (await server.act('code_list', { filter: { app, kami } })).rows[0]!.markcode,
      }
    },
  }
}
