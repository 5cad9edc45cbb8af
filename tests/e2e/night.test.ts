import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RiskWorld } from '../integration/risk-world.ts'
import { ChannelStub } from '../support/channels/channel-stub.ts'
import { telegram } from '../support/channels/telegram.ts'
import { ruleInput } from '../support/rule-input.ts'
import { until } from '../support/until.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { takePicture } from './support/pictures.ts'
import { soon } from './support/soon.ts'

let browser: Browser
let world: RiskWorld
let phone: ChannelStub
beforeAll(async () => {
  ;[browser, world] = await Promise.all([shareBrowser(), RiskWorld.start()])
  phone = await ChannelStub.start(() => world.server.clock.nowMs())
})
afterAll(async () => {
  await world.server.end()
  await phone.stop()
})

const LADDER = [
  { at: 10, act: 'tell' },
  { at: 20, act: 'pause_add' },
  { at: 30, act: 'pause_open' },
] as const
const ACCOUNTS = 12

it('the price falls at night, the ladder acts, the phone rings once, and a person undoes one pause in the morning', async () => {
  const { server, owner, developer } = world
  await owner.call('settings_set', { site: { language: 'en' }, outside: { listed: [phone.base] } })
  await developer.call('channel_save', {
    kind: 'telegram',
    name: 'Phone',
    fields: telegram.fields(phone.base, 1),
  })
  const app = await world.application({ name: 'Gold grid', language: 'en', sign: false, window: 0 })
  await developer.call('rule_save', ruleInput({ name: 'Night guard', app, levels: [...LADDER] }))
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => world.device(app)))
  /** Each account's pulse at this drawdown. @returns pause_add and pause_open of their answers */
  const pulses = (dd: number) =>
    Promise.all(
      accounts.map(async ({ key }) => {
        const said = { dd, equity: 10_000 - 100 * dd, balance: 10_000, positions: 4 }
        const answer = await world.tell(app, key, said)
        return `${String(answer['pause_add'])}${String(answer['pause_open'])}`
      }),
    )
  const window = await ConsoleWindow.show(browser, server, '/live', { as: developer, locale: 'en' })
  const { page } = window
  expect(await pulses(2)).toEqual(accounts.map(() => '00'))

  // The night: a gap of the price, and hours in which it stays low.
  expect(await pulses(34)).toEqual(accounts.map(() => '00'))
  await until(async () => (await pulses(34)).every((orders) => orders === '11'), 'the pauses')
  await until(() => {
    if (phone.delivered.length === 0) server.clock.pass(1)
    return phone.delivered.length > 0
  }, 'the phone')
  for (const dd of [35, 33, 36, 34, 35, 33, 34, 36]) {
    server.clock.pass(3600)
    expect(await pulses(dd)).toEqual(accounts.map(() => '11'))
  }

  // The morning.
  await soon(() => page.title()).toMatch(/^\(\d+\)/)
  await window.visit('/risk')
  await page.getByText(`${ACCOUNTS} accounts`).first().waitFor()
  await takePicture(page, 'night-review')
  const [first] = accounts
  await window.go(`/live/${first!.id}`)
  await page
    .getByRole('region', { name: 'Rules' })
    .getByRole('button', { name: `Undo pause: ${first!.key}` })
    .first()
    .click()
  await page.getByRole('region', { name: 'Rules' }).getByText('Undone by developer').waitFor()
  await takePicture(page, 'night-account')
  expect(await pulses(34)).toEqual(accounts.map((_, at) => (at === 0 ? '10' : '11')))

  expect(phone.delivered.map(({ text }) => text)).toHaveLength(1)
  expect(phone.delivered[0]?.text).toContain('Night guard')
  expect(phone.delivered[0]?.text).toContain(`${ACCOUNTS} accounts`)
})
