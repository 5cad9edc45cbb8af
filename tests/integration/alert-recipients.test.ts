import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ruleInput } from '../support/rule-input.ts'
import { TestServer, type Mt5 } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { openMail } from './mail-world.ts'
import { addOperator } from './operators.ts'

/** Alerts that a person snoozes, alerts that nobody acknowledges, and their times in the recipient's zone. */
const FOREVER = 4_102_243_200
/** A Monday noon. */
const MONDAY = Date.parse('2026-11-23T12:00:00Z') / 1000
const HOUR = 3600
let server: TestServer
let made = 0

beforeAll(async () => {
  server = await TestServer.start(MONDAY)
  await server.act('settings_set', { site: { language: 'en' } })
  await openMail(server)
})
afterAll(() => server.end())

const now = () => server.clock.now()

const application = (mt5: Mt5 = {}) =>
  server.application({
    language: 'en',
    mt5: {
      messenger_enabled: true,
      messenger_app_id: 'cli_1',
      messenger_app_secret: 'secret',
      admin_open_id: 'ou_admin',
      drawdown_threshold: 30,
      ...mt5,
    },
  })

async function account(app: number): Promise<{ readonly id: number; readonly key: string }> {
  const key = `${10_000 + ++made}@Fleet`
  return { key, id: (await server.act('device_create', { app, account_key: key, vip: FOREVER })).id }
}

const pulse = (app: number, key: string, dd: number) =>
  server.api('mt5pulse', app, { account_key: key, dd: String(dd) })

/** The messages of an application, the oldest first. */
const outbox = async (app: number) =>
  (await server.store.read((unit) => unit.outbox.newest(app, 1000))).toReversed()

/** Gives the sweeps time until the application has so many messages. */
const messages = (app: number, count: number) =>
  until(async () => {
    const rows = await outbox(app)
    if (rows.length < count) server.clock.pass(1)
    return rows.length >= count && rows
  }, `${count} messages`)

/** An alert of another application shows that the sweeps have passed. */
async function sweepPasses(): Promise<void> {
  const app = await application()
  await pulse(app, (await account(app)).key, 99)
  await messages(app, 1)
}

const tells = (app: number) =>
  server.store.read(async (unit) =>
    (await unit.risks.events(0, 20_000)).filter(({ appId }) => appId === app).map(({ tell }) => tell),
  )

describe('a snooze', () => {
  it('of an account keeps its alerts back until its end, and stores the events', async () => {
    const app = await application({ alert_cooldown: 60 })
    const [quiet, loud] = [await account(app), await account(app)]
    const until8 = now() + HOUR
    const snooze = await server.act('risk_snooze', { device: quiet.id, until: until8, note: 'Demo account' })
    expect(snooze).toMatchObject({ device: quiet.id, subject: quiet.key, by: 'owner', until: until8 })
    await pulse(app, quiet.key, 40)
    await pulse(app, loud.key, 40)
    const [only, ...others] = await messages(app, 1)
    expect(others).toEqual([])
    expect(only!.text).toContain(`[Drawdown alert] ${loud.key}`)
    await until(async () => (await tells(app)).includes('snoozed'), 'the event on disk')
    const { groups } = await server.act('risk_groups', { app, kind: 'drawdown' })
    expect(groups.map(({ state, worst }) => [state, worst.subject, worst.snoozed_until])).toEqual([
      ['open', loud.key, null],
      ['snoozed', quiet.key, until8],
    ])
    await server.close()
    await server.open()
    expect((await server.act('risk_snoozes', {})).rows.map(({ id }) => id)).toContain(snooze.id)
    server.clock.pass(until8 - now())
    expect((await server.act('risk_snoozes', {})).rows).toEqual([])
    // Worse than before, so it is a new alert.
    await pulse(app, quiet.key, 50)
    expect((await messages(app, 2))[1]!.text).toContain(`[Drawdown alert] ${quiet.key}`)
  })

  it('of a kind holds for one application, and ends when a person ends it', async () => {
    const app = await application()
    const other = await application()
    const [here, there] = [await account(app), await account(other)]
    const { id } = await server.act('risk_snooze', { kind: 'drawdown', app, until: now() + HOUR })
    const before = await server.act('risk_counts', {})
    await pulse(app, here.key, 40)
    await pulse(other, there.key, 40)
    await messages(other, 1)
    expect(await outbox(app)).toEqual([])
    expect(await server.act('risk_counts', {})).toMatchObject({ high: before.high + 1 })
    await server.act('risk_snooze_end', { snooze: id })
    expect(await server.act('risk_counts', {})).toMatchObject({ high: before.high + 2 })
    const second = await account(app)
    await pulse(app, second.key, 40)
    expect((await messages(app, 1))[0]!.text).toContain(second.key)
    const { rows } = await server.act('audit_list', { filter: { app } })
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['risk_snooze', 'risk_snooze_end']),
    )
  })

  it('of a rule keeps the messages of the rule back, not its acts', async () => {
    const app = await application({ drawdown_threshold: 0 })
    const { id, key } = await account(app)
    const levels = [{ at: 20, act: 'pause_open' as const }]
    const rule = await server.act('rule_save', ruleInput({ name: 'Night guard', app, levels }))
    await server.act('risk_snooze', { rule: rule.id, until: now() + HOUR })
    await pulse(app, key, 25)
    await until(async () => (await server.act('device_get', { id })).pause_open, 'the pause')
    await sweepPasses()
    expect(await outbox(app)).toEqual([])
  })

  it.each([
    ['now', 0],
    ['31 days ahead', 31 * 86_400],
  ])('that ends %s is refused', async (_, ahead) => {
    const app = await application()
    const reply = await (await server.owner()).try('risk_snooze', { app, until: now() + ahead })
    expect(reply).toMatchObject({ code: 422, fields: { until: 'out_of_range' } })
  })
})

describe('an alert of a rule', () => {
  it('goes to the persons of the rule, in their language and zone, and says what the rule did', async () => {
    const app = await application({ drawdown_threshold: 0 })
    const { id, key } = await account(app)
    const owner = (await server.store.read((unit) => unit.operators.owner()))!
    await server.act('notice_set', { language: 'zh-CN' })
    await server.act('preferences_set', { time_zone: 'Asia/Shanghai' })
    const levels = [{ at: 20, act: 'pause_open' as const }]
    const people = [owner.id]
    await server.act('rule_save', ruleInput({ name: 'Night guard', app, levels, people }))
    await pulse(app, key, 25)
    const [mail] = await messages(app, 1)
    expect(mail).toMatchObject({ kind: 'mail', purpose: 'rule', operatorId: owner.id, deviceId: id })
    expect(mail!.subject).toContain('规则 Night guard')
    expect(mail!.text).toContain('回撤 25 %，档位 20 %，已停开仓')
    expect(mail!.text).toMatch(/Gold Grid · 2026-11-23 2\d:\d\d UTC\+8/)
    await server.act('notice_set', { language: '' })
  })
})

it('an alert has times in the zone of the browser where the owner chose none', async () => {
  await server.act('preferences_set', { time_zone: null, seen_zone: 'America/New_York' })
  const app = await application()
  await pulse(app, (await account(app)).key, 40)
  expect((await messages(app, 1))[0]!.text).toMatch(/ UTC-5$/)
  await server.act('preferences_set', { seen_zone: null })
})

describe('an alert that nobody acknowledges', () => {
  async function plan(minutes: number) {
    const app = await application()
    const name = `next ${++made}`
    const people: number[] = []
    for (const email of [`${made}a@example.com`, '', `${made}b@example.com`]) {
      const person = await addOperator(server, `${name} ${people.length}`, 'developer')
      await server.store.write(
        async (unit) => {
          const owner = await unit.operators.owner()
          await unit.operators.update(person, { email, role: 'owner', employerId: owner!.id })
        },
        { durable: true },
      )
      people.push(person)
    }
    await server.act('app_escalation_set', { app, minutes, people })
    return { app, people }
  }
  const to = async (app: number) =>
    (await outbox(app)).filter(({ purpose }) => purpose === 'escalation').map(({ operatorId }) => operatorId)

  it('goes to the next person after so many minutes, each once, past a person without a mailbox, over restarts', async () => {
    const { app, people } = await plan(10)
    const { key } = await account(app)
    await pulse(app, key, 40)
    await messages(app, 1)
    server.clock.pass(9 * 60)
    await sweepPasses()
    expect(await to(app)).toEqual([])
    server.clock.pass(60)
    const [, second] = await messages(app, 2)
    expect(second).toMatchObject({ kind: 'mail', operatorId: people[0] })
    expect(second!.text).toContain('Not acknowledged for 10 min\n[Drawdown alert] ')
    await server.close()
    await server.open()
    await sweepPasses()
    expect(await to(app)).toEqual([people[0]])
    server.clock.pass(10 * 60)
    await messages(app, 3)
    expect(await to(app)).toEqual([people[0], people[2]])
    server.clock.pass(HOUR)
    await sweepPasses()
    expect(await to(app)).toEqual([people[0], people[2]])
  })

  it.each([
    [
      'acknowledges it',
      async (app: number) => {
        const { groups } = await server.act('risk_groups', { app, kind: 'drawdown' })
        await server.act('risk_acknowledge', { groups: groups.map((group) => group.key), note: 'seen' })
      },
    ],
    ['snoozes it', (app: number) => server.act('risk_snooze', { app, until: now() + HOUR })],
  ])('stays with its recipient once a person %s', async (_, act) => {
    const { app } = await plan(10)
    await pulse(app, (await account(app)).key, 40)
    await messages(app, 1)
    await act(app)
    server.clock.pass(10 * 60)
    await sweepPasses()
    expect(await to(app)).toEqual([])
  })

  it('stays with its recipient once the account has recovered', async () => {
    const { app } = await plan(10)
    const { key } = await account(app)
    await pulse(app, key, 40)
    await messages(app, 1)
    await pulse(app, key, 1)
    server.clock.pass(10 * 60)
    await sweepPasses()
    expect(await to(app)).toEqual([])
  })

  it('names persons of the application’s owner only', async () => {
    const app = await application()
    const stranger = await addOperator(server, 'stranger', 'developer')
    const reply = await (
      await server.owner()
    ).try('app_escalation_set', { app, minutes: 5, people: [stranger] })
    expect(reply).toMatchObject({ code: 422, fields: { people: 'unknown' } })
  })
})

describe('quiet hours of a rule', () => {
  const minuteOf = (at: number) => Math.floor(at / 60) % 1440

  it('hold its alerts back, and end with one message about all of them', async () => {
    const app = await application({ drawdown_threshold: 0 })
    const quiet = { from: minuteOf(now()), to: minuteOf(now() + 2 * HOUR) }
    await server.act('rule_save', ruleInput({ app, levels: [{ at: 10, act: 'tell' }], quiet }))
    const [one, other] = [await account(app), await account(app)]
    for (const { key } of [one, other, other]) await pulse(app, key, 12)
    await until(async () => (await tells(app)).length === 2, 'both firings')
    await sweepPasses()
    expect([await tells(app), await outbox(app)]).toEqual([['held', 'held'], []])
    await server.close()
    await server.open()
    await sweepPasses()
    expect(await outbox(app)).toEqual([])
    server.clock.pass(2 * HOUR)
    const [message] = await messages(app, 1)
    for (const text of [one.key, other.key, '2 alerts of the quiet hours'])
      expect(message!.text).toContain(text)
    expect(await tells(app)).toEqual(['told', 'told'])
    await sweepPasses()
    expect(await outbox(app)).toHaveLength(1)
  })

  it('that somebody removes end at once', async () => {
    const app = await application({ drawdown_threshold: 0 })
    const levels = [{ at: 10, act: 'tell' as const }]
    const quiet = { from: minuteOf(now()), to: minuteOf(now() + 2 * HOUR) }
    const { id } = await server.act('rule_save', ruleInput({ app, levels, quiet }))
    await pulse(app, (await account(app)).key, 12)
    await until(async () => (await tells(app))[0] === 'held', 'the firing')
    await server.act('rule_save', ruleInput({ rule: id, app, levels, quiet: null }))
    expect((await messages(app, 1))[0]!.text).toContain('Drawdown')
  })
})
