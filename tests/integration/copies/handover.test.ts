import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import { ConsoleClient } from '../../support/console-client.ts'
import { MessengerStub } from '../../support/messenger-stub.ts'
import { IS_POSTGRES } from '../../support/postgres/mode.ts'
import { ruleInput } from '../../support/rule-input.ts'
import { callApi, type Params } from '../../support/runtime-client.ts'
import { OWNER_PASSWORD, TestServer } from '../../support/test-server.ts'
import { until } from '../../support/until.ts'
import { pass, storeOf, TAKE_OVER, taken } from './handover-world.ts'

/** Events of a time without a steward: the first copy stopped, and the second one waits for its lease. */
const FOREVER = 4_102_243_200
/** A Monday noon. */
const MONDAY = Date.parse('2026-11-23T12:00:00Z') / 1000
const SILENCE = 60
/** An alert waits for others of its moment. */
const GATHER = 20
const CLOSE_OVERDUE = 60
/** Calls of the second copy, minutes before it is the steward. */
const EARLIER_CALLS = 300
let server: TestServer
let stub: MessengerStub
let app: number
let rule: ActionInput<'rule_save'>
const ids = new Map<string, number>()

beforeAll(async () => {
  stub = await MessengerStub.start()
  server = await TestServer.startTwo(MONDAY, { messengerBases: [stub.base] })
  const messenger = { messenger_enabled: true, ...stub.settings, admin_open_id: 'ou_admin' }
  app = await server.application({ mt5: { ...messenger, drawdown_threshold: 20 } })
  const watched = await server.application({ mt5: { ...messenger, silence_alert: SILENCE } })
  for (const [of, key] of [
    [app, '1@Falls'],
    [app, '2@Overdue'],
    [watched, '3@Returns'],
    [app, '4@Peak'],
    [app, '5@Seen'],
    [watched, '6@Stays'],
    [app, '7@Ruled'],
  ] as const)
    ids.set(key, (await server.act('device_create', { app: of, account_key: key, vip: FOREVER })).id)
  rule = ruleInput({ app, subject: 'drawdown_peak', levels: [{ at: 90, act: 'tell' }] })
  rule = { ...rule, rule: (await server.act('rule_save', rule)).id }
  const levels = [{ at: 25, act: 'pause_open' as const }]
  await server.act('rule_save', ruleInput({ place: 'account', account: idOf('7@Ruled'), levels }))
  await pulse('4@Peak', { equity: 1000, balance: 1000, positions: 1 })
  await until(async () => (await peak()) === 1000, 'the mark of the equity')
  await pulse('3@Returns', { positions: 1 }, watched)
  await Promise.all(
    Array.from({ length: EARLIER_CALLS }, () => callApi(server.twin.publicUrl, 'ini', app, {})),
  )
  await pass(server, SILENCE + GATHER, 4)
  await until(async () => {
    await pass(server, 1)
    return (await events('3@Returns', 'silent'))[0]?.tell === 'told'
  }, 'the alert of a silence')
  await server.act('device_control', { ids: [idOf('2@Overdue')], close_all: true })
  await until(async () => (await pulse('2@Overdue', { positions: 3 })).close_all === 1, 'the delivery')
  // The steward ends between the step of a command and the event about it.
  server.processes[0]!.stopsIf = async (own) =>
    (await own.read((unit) => unit.commands.newest([idOf('2@Overdue')])))[0]?.state === 'overdue'
  await pass(server, CLOSE_OVERDUE, 4)
  await until(() => server.processes[0]!.isStopped, 'the end of the steward')
  for (const key of ['1@Falls', '7@Ruled']) await pulse(key, { equity: 700, balance: 1000, positions: 1 })
  for (const key of ['3@Returns', '6@Stays']) await pulse(key, { positions: 1 }, watched)
  await pass(server, TAKE_OVER)
  await taken(server)
}, 180_000)
afterAll(async () => {
  for (const process of server.processes) {
    process.stopsIf = () => Promise.resolve(false)
    process.goOn()
  }
  await server.end()
  await stub.stop()
})

const idOf = (key: string) => ids.get(key) ?? 0
/** The running copy gets the pulse. */
async function pulse(key: string, figures: Params, of = app) {
  const { publicUrl } = server.processes[0]!.isStopped ? server.twin : server.running
  const reply = await callApi(publicUrl, 'mt5pulse', of, { account_key: key, ...figures })
  expect(reply).toMatchObject({ code: 200 })
  return reply
}
const events = async (key: string, kind: string) => {
  const span = { from: 0, to: FOREVER, limit: 100 }
  const all = await storeOf(server).read((unit) => unit.risks.eventsOf(idOf(key), span))
  return all.filter((event) => event.kind === kind)
}
const peak = async () => {
  const marks = await storeOf(server).read((unit) => unit.rules.marks())
  return marks.find(({ deviceId }) => deviceId === idOf('4@Peak'))?.peak
}
const stored = (key: string, kind: string) =>
  until(async () => (await events(key, kind)).length > 0, `an event ${kind} of the next steward`)

it('a drawdown that begins then is an event of the next steward', async () => {
  await stored('1@Falls', 'drawdown')
  await pulse('1@Falls', { equity: 700, balance: 1000, positions: 1 })
  expect(await events('1@Falls', 'drawdown')).toMatchObject([{ value: 30 }])
})

it('a rule decides by a pulse of then, though none follows', async () => {
  await stored('7@Ruled', 'rule')
  expect(await events('7@Ruled', 'rule')).toMatchObject([{ value: 30, firing: { act: 'pause_open' } }])
})

it('a close order that was overdue just before is an event of the next steward', async () => {
  await stored('2@Overdue', 'close_overdue')
  expect(await events('2@Overdue', 'close_overdue')).toMatchObject([{ value: 3 }])
})

it('a silent account that returns then is reported by the next steward', async () => {
  await stored('3@Returns', 'back')
  expect(await events('3@Returns', 'back')).toHaveLength(1)
})

it('the next steward measures its last minute, not the time since its start', async () => {
  const begun = server.clock.now()
  await pass(server, 60, 4)
  const samples = () =>
    storeOf(server).read((unit) => unit.healthSamples.steps(begun - TAKE_OVER, FOREVER, 60))
  await until(async () => {
    const has = (await samples()).length > 0
    if (!has) server.clock.pass(1)
    return has
  }, 'a sample of the next steward')
  // Fewer than one in two seconds: only the calls of this test.
  for (const { calls } of await samples()) expect(calls).toBeLessThan(0.5)
})

it('an account that is silent since then is reported as soon as without a change of the steward', async () => {
  await stored('6@Stays', 'silent')
  const [event] = await events('6@Stays', 'silent')
  expect((event?.at ?? 0) - (event?.value ?? 0)).toBeLessThan(SILENCE + 2 * TAKE_OVER)
})

it('a drawdown that a copy sees that is no steward any more counts once', async () => {
  const { running, twin } = server
  const figures = { account_key: '5@Seen', equity: 700, balance: 1000, positions: 1 }
  // The pulse comes before the copy knows that it stood still for too long. On PostgreSQL it waits at the copy's gate.
  const answered = callApi(running.publicUrl, 'mt5pulse', app, figures)
  if (!IS_POSTGRES) await answered
  server.processes[0]!.stopsIf = () => Promise.resolve(false)
  server.processes[0]!.goOn()
  await answered
  await stored('5@Seen', 'drawdown')
  for (const { consoleUrl } of [running, twin]) {
    const owner = await ConsoleClient.signIn(consoleUrl, 'owner', OWNER_PASSWORD)
    const timesOf = async () => {
      const { rows } = await owner.call('risk_list', { app, kind: 'drawdown' })
      return rows.find(({ subject_id }) => subject_id === idOf('5@Seen'))?.times
    }
    await until(async () => (await timesOf()) === 1, 'one drawdown')
  }
})

it('a copy that was the steward stores no old marks of equity when it ends', async () => {
  // Accounts that a rule watches anew get new marks at each copy.
  for (const enabled of [false, true]) await server.act('rule_save', { ...rule, enabled })
  await server.settle()
  const figures = { account_key: '4@Peak', equity: 2000, balance: 2000, positions: 1 }
  await callApi(server.twin.publicUrl, 'mt5pulse', app, figures)
  await until(async () => (await peak()) === 2000, 'the mark of the steward')
  await server.stopFirst()
  expect((await server.store.read((unit) => unit.rules.marks())).map((mark) => mark.peak)).toContain(2000)
})
