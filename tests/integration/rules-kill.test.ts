import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { KilledServer } from '../support/killed-server.ts'
import { ruleInput } from '../support/rule-input.ts'
import { callApi } from '../support/runtime-client.ts'
import { until } from '../support/until.ts'

const FOREVER = 4_102_243_200
const ACCOUNTS = 500
let server: KilledServer
let app = 0

beforeAll(async () => {
  server = await KilledServer.begin('rules-kill')
  ;({ app } = await server.client.call('app_create', { name: 'Kill' }))
  await server.client.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
  const rows = Array.from({ length: ACCOUNTS }, (_, at) => ({ account_key: `${at + 1}@Kill`, vip: FOREVER }))
  await server.client.call('device_import', { app, rows })
})
afterAll(() => server.end())

/** Every account sends a pulse with a drawdown of 50 %. @returns the answers that order to close */
async function crossAll(): Promise<number> {
  const said = { equity: 5000, balance: 10_000, positions: 2 }
  const url = `http://127.0.0.1:${server.port}`
  const answers = Array.from({ length: ACCOUNTS }, (_, at) =>
    callApi(url, 'mt5pulse', app, { account_key: `${at + 1}@Kill`, ...said }),
  )
  const closing = await Promise.all(answers)
  return closing.filter(({ close_all: close }) => close === 1).length
}

/** What the disk has of the firings. A second connection reads it while the server runs. */
function onDisk() {
  const db = new Database(join(server.folder, 'pulsekey.db'), { readonly: true })
  try {
    const count = (sql: string) => db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${sql}`).get()!.n
    return {
      told: count(`risk_events WHERE act = 'tell'`),
      closed: count(`risk_events WHERE act = 'close_all'`),
      // Of each firing, as often as it is there.
      firings: count(`(SELECT DISTINCT device_id, level FROM risk_events WHERE kind = 'rule')`),
      states: count(`rule_states`),
      paused: count(`devices WHERE pause_open = 1 AND pause_add = 1`),
      undoable: count(`rule_pauses`) / 2,
      commands: count(`commands`),
      linked: count(`risk_events JOIN commands ON commands.id = command_id`),
      audited: count(`audit WHERE action = 'rule_act'`),
    }
  } finally {
    db.close()
  }
}

const whole = (accounts: number) => ({
  told: accounts,
  closed: accounts,
  firings: 2 * accounts,
  states: accounts,
  paused: accounts,
  undoable: accounts,
  commands: accounts,
  linked: accounts,
  audited: accounts,
})

it('a kill in the middle of five hundred firings loses none and doubles none', async () => {
  await server.client.call(
    'rule_save',
    ruleInput({
      app,
      levels: [
        { at: 30, act: 'tell' },
        { at: 40, act: 'close_all' },
      ],
    }),
  )
  const crossing = crossAll().catch(() => 0)
  await until(() => onDisk().closed > 0, 'the first firings')
  await server.kill()
  await crossing
  const left = onDisk()
  // Whatever the disk has, it has whole.
  expect(left).toEqual(whole(left.closed))
  await server.start()
  const taken = await crossAll()
  await until(() => onDisk().closed === ACCOUNTS, 'the other firings')
  const rest = taken + (await crossAll())
  expect(onDisk()).toEqual(whole(ACCOUNTS))
  // A command that the killed server had handed out isn't handed out again.
  const delivered = await until(async () => {
    const db = new Database(join(server.folder, 'pulsekey.db'), { readonly: true })
    const states = db.prepare<[], { state: string }>('SELECT DISTINCT state FROM commands').all()
    db.close()
    return states.length === 1 && states[0]!.state
  }, 'all commands to be delivered')
  expect(delivered).toBe('delivered')
  expect(rest).toBeLessThanOrEqual(ACCOUNTS)
  expect(await crossAll()).toBe(0)
})
