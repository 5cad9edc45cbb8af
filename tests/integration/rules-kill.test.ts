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
  const answers = Array.from({ length: ACCOUNTS }, (_, at) =>
    callApi(server.url, 'mt5pulse', app, { account_key: `${at + 1}@Kill`, ...said }),
  )
  const closing = await Promise.all(answers)
  return closing.filter(({ close_all: close }) => close === 1).length
}

/** The traces of firings on disk. A firing that is there twice counts once in `firings`. */
const onDisk = () =>
  server.rows<ReturnType<typeof whole>>(`SELECT
    (SELECT count(*) FROM risk_events WHERE act = 'tell') AS told,
    (SELECT count(*) FROM risk_events WHERE act = 'close_all') AS closed,
    (SELECT count(*) FROM (SELECT DISTINCT device_id, level FROM risk_events WHERE kind = 'rule')) AS firings,
    (SELECT count(*) FROM rule_states) AS states,
    (SELECT count(*) FROM devices WHERE pause_open = 1 AND pause_add = 1) AS paused,
    (SELECT count(*) / 2.0 FROM rule_pauses) AS undoable,
    (SELECT count(*) FROM commands) AS commands,
    (SELECT count(*) FROM risk_events JOIN commands ON commands.id = command_id) AS linked,
    (SELECT count(*) FROM audit WHERE action = 'rule_act') AS audited`)[0]!

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
    const states = server.rows<{ state: string }>('SELECT DISTINCT state FROM commands')
    return states.length === 1 && states[0]!.state
  }, 'all commands to be delivered')
  expect(delivered).toBe('delivered')
  expect(rest).toBeLessThanOrEqual(ACCOUNTS)
  expect(await crossAll()).toBe(0)
})
