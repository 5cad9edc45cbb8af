import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Known } from '../../../src-server/domain/access/known.ts'
import type { Device } from '../../../src-server/domain/device/device.ts'
import { FREE_LICENSE } from '../../../src-server/domain/device/record.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { ruleInput } from '../../support/rule-input.ts'
import { callApi, type Params } from '../../support/runtime-client.ts'
import { OWNER_PASSWORD, START, TestServer } from '../../support/test-server.ts'
import { until } from '../../support/until.ts'
import { signInAtBoth } from './two-owners.ts'

const FOREVER = 4_102_243_200
const PASSWORD = 'Kangaroo-82'
let server: TestServer
/** The owner at the copy that gets the changes, and at the other one. */
let here: ConsoleClient
let there: ConsoleClient
let app: number
let accounts = 0

beforeAll(async () => {
  server = await TestServer.startTwo()
  ;[here, there] = await signInAtBoth(server)
})
afterAll(() => server.end())
beforeEach(async () => {
  app = await server.application()
})

const callHere = (api: string, params: Params) => callApi(server.running.publicUrl, api, app, params)
const callThere = (api: string, params: Params) => callApi(server.twin.publicUrl, api, app, params)
const logonThere = async (key: string) => (await callThere('mt5logon', { account_key: key })).code
const newKey = () => `${++accounts}@Copies`

async function newAccount(): Promise<{ id: number; key: string }> {
  const key = newKey()
  const { id } = await here.call('device_create', { app, account_key: key, vip: FOREVER })
  return { id, key }
}

it('a new application, its change and its deletion are known at the other copy', async () => {
  expect((await callThere('ini', {})).code).toBe(200)
  await here.call('app_update', { app, version: '7.1' })
  expect(await callThere('ini', {})).toMatchObject({ msg: { version: '7.1' } })
  await here.call('app_delete', { app })
  expect((await callThere('ini', {})).code).toBe(101)
})

it('an API that is closed or granted is so at the other copy', async () => {
  await here.call('app_capability_set', { app, api: 'sig', granted: true })
  await here.call('app_api_set', { app, api: 'sig', on: true })
  const { rows } = await there.call('app_capability_list', { app })
  expect(rows.find(({ api }) => api === 'sig')).toMatchObject({ granted: true, on: true })
  await here.call('capability_set', { api: 'sig', price_text: '5 a month' })
  const { rows: states } = await there.call('capability_list', {})
  expect(states.find(({ api }) => api === 'sig')).toMatchObject({ price_text: '5 a month' })
})

it('a login with a code lets the account in at the other copy', async () => {
  const kami = await server.code({ app, type: 'vip' })
  const key = newKey()
  expect(await logonThere(key)).toBe(404)
  expect((await callHere('kmlogon', { kami, markcode: key })).code).toBe(200)
  expect(await logonThere(key)).toBe(200)
})

it('changes of one account and of many are known at the other copy', async () => {
  const made = [await newAccount(), await newAccount()]
  for (const { key } of made) expect(await logonThere(key)).toBe(200)
  const ids = made.map(({ id }) => id)
  await here.call('device_bulk', { ids, disabled: true })
  for (const { key } of made) expect(await logonThere(key)).toBe(114)
  await here.call('device_update', { id: ids[0]!, disabled: false })
  expect(await logonThere(made[0]!.key)).toBe(200)
  const { rows } = await there.call('device_list', { filter: { app, health: 'never' } })
  expect(rows).toHaveLength(2)
})

it('a moved and a deleted account are refused at the other copy', async () => {
  const { id, key } = await newAccount()
  const moved = newKey()
  await here.call('device_move', { id, account_key: moved })
  expect([await logonThere(key), await logonThere(moved)]).toEqual([404, 200])
  await here.call('device_delete', { ids: [id] })
  expect(await logonThere(moved)).toBe(404)
})

it('close_all is asked at one copy and delivered once, by the copy that gets the pulse', async () => {
  const { id, key } = await newAccount()
  await here.call('device_control', { ids: [id], close_all: true, reason: 'a test' })
  const first = await callThere('mt5pulse', { account_key: key, positions: 2 })
  expect(first).toMatchObject({ close_all: 1 })
  const second = await callHere('mt5pulse', { account_key: key, positions: 2 })
  expect(second).toMatchObject({ close_all: 0 })
  await callHere('mt5pulse', { account_key: key, positions: 0 })
  const shownThere = async () => (await there.call('device_get', { id })).close_all.state
  await until(async () => (await shownThere()) === 'confirmed', 'the confirmation at the other copy')
})

it('the codes of a banned agent are refused at the other copy', async () => {
  const { agent } = await here.call('agent_create', { name: `Agent ${accounts}`, password: PASSWORD })
  await here.call('agent_rights_set', { app, agent: agent.id, pause_open: true })
  expect((await there.call('agent_rights_list', { agent: agent.id })).rows).toMatchObject([
    { pause_open: true },
  ])
  const kami = await server.code({ app, type: 'vip', agent: agent.id })
  await here.call('step_up', { password: OWNER_PASSWORD })
  await here.call('agent_ban', { id: agent.id, reason: 'fraud' })
  expect((await callThere('kmlogon', { kami, markcode: 'PC' })).code).toBe(151)
})

it('a rule decides at the other copy from its saving to its deletion', async () => {
  const { id } = await newAccount()
  const rulesThere = async () =>
    (await there.call('device_rules', { id })).rows.filter((row) => row.rule !== null).length
  const { id: rule } = await here.call('rule_save', ruleInput({ place: 'application', app }))
  expect(await rulesThere()).toBe(1)
  await here.call('rule_delete', { rule })
  expect(await rulesThere()).toBe(0)
})

it('snoozes, notes on risks and settings are known at the other copy', async () => {
  const { id } = await newAccount()
  const { id: snooze } = await here.call('risk_snooze', { device: id, until: START + 3600 })
  const snoozedThere = async () => (await there.call('risk_snoozes', {})).rows.map((row) => row.id)
  expect(await snoozedThere()).toContain(snooze)
  await here.call('risk_snooze_end', { snooze })
  expect(await snoozedThere()).not.toContain(snooze)

  const [risk] = (await here.call('risk_list', { app })).rows
  await here.call('risk_acknowledge', { keys: [risk!.key], note: 'meant so' })
  const { rows } = await there.call('risk_list', { app, acknowledged: true })
  expect(rows.map(({ key }) => key)).toEqual([risk!.key])

  await here.call('settings_set', { site: { name: 'Two copies' } })
  expect((await there.call('settings_get', {})).site.name).toBe('Two copies')
})

it('each write of an account or an application raises its revision', async () => {
  const { id } = await newAccount()
  const { agent } = await here.call('agent_create', { name: 'The next agent', password: PASSWORD })
  const agentId = agent.id as Known<'agent'>
  const seen = await server.store.write(
    async (unit) => {
      const first = await unit.applications.find(app)
      const second = await unit.applications.update(app, { version: '2' })
      await unit.applications.addCalls(new Map([[app, 3]]))
      const counted = await unit.applications.find(app)
      const revisions: (number | undefined)[] = []
      const keep = (devices: readonly (Device | undefined)[]) => revisions.push(devices[0]?.revision)
      keep(await unit.devices.ofIds([id]))
      keep([await unit.devices.update(id, { label: 'one' })])
      keep(await unit.devices.updateMany([id], { label: 'two', license: FREE_LICENSE, agentId }))
      keep(await unit.devices.endFree(app, START))
      keep(await unit.devices.extend([id], { seconds: 60 }, START))
      keep([await unit.devices.renew(id, { vip: FOREVER, license: 'code', agentId })])
      keep(await unit.devices.move([{ id, accountKey: newKey() }]))
      const actId = await unit.groupActs.insert({
        ...{ operatorId: 1, byId: 1, by: 'owner', at: START, reason: '' },
        ...{ act: 'pause', accounts: 1, positions: 0, paused: 1 },
        group: { chosen: true, app: '', agent: '', server: '', symbol: '', tag: '' },
      })
      keep(await unit.groupActs.pause(actId, [id]))
      keep(await unit.groupActs.resume(actId, [id]))
      keep(await unit.agents.moveDevices({ from: agentId, to: null, ownerId: null }, 10))
      keep(await unit.devices.ofIds([id]))
      return { revisions, applications: [first, second, counted].map((one) => one?.revision) }
    },
    { durable: false },
  )
  expect(seen.revisions).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9])
  const [before = 0] = seen.applications
  expect(seen.applications).toEqual([before, before + 1, before + 1])
})

it('changes of both copies at once leave both with the same records', async () => {
  const { id } = await newAccount()
  const change = (by: ConsoleClient, label: string) => by.call('device_update', { id, label })
  await Promise.all([here, there].flatMap((by, at) => [1, 2, 3].map((n) => change(by, `${at} ${n}`))))
  const labels = await Promise.all(
    [here, there].map(async (by) => (await by.call('device_get', { id })).label),
  )
  const [stored] = await server.store.read((unit) => unit.devices.ofIds([id]))
  expect(labels).toEqual([stored!.label, stored!.label])
})
