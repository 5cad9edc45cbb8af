import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SettingsGroup } from '../../../src-server/contract/records/settings.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { START, TestServer } from '../../support/test-server.ts'
import { until } from '../../support/until.ts'
import { signInAtBoth } from './two-owners.ts'

let server: TestServer
/** The owner at each copy of the server. */
let here: ConsoleClient
let there: ConsoleClient

beforeAll(async () => {
  server = await TestServer.startTwo()
  ;[here, there] = await signInAtBoth(server)
})
afterAll(() => server.end())

const stored = () => server.store.read((unit) => unit.settings.all())
const siteAt = async (owner: ConsoleClient) => (await owner.call('settings_get', {})).site

it('what two copies change in a group at the same moment is stored and known at both', async () => {
  for (const round of ['first', 'second', 'third']) {
    const change = [
      here.call('settings_set', { site: { name: round } }),
      there.call('settings_set', { site: { contact: round } }),
    ]
    await Promise.all(change)
    for (const owner of [here, there])
      await until(async () => {
        const { name, contact } = await siteAt(owner)
        return name === round && contact === round
      }, `the ${round} change of both`)
  }
})

it('settings of a newer version stay, and disturb nobody', async () => {
  const { site } = await stored()
  await server.store.write(
    async (unit) => {
      const put = async (group: string, value: object) => {
        await unit.settings.set(group as SettingsGroup, value as never, START)
        unit.changed('settings', group as SettingsGroup)
      }
      await put('site', { ...site, a_member_of_tomorrow: 7 })
      await put('a_group_of_tomorrow', { on: true })
    },
    { durable: true },
  )
  await there.call('settings_set', { site: { name: 'Later' } })
  await until(async () => (await siteAt(here)).name === 'Later', 'the name at the other copy')
  expect(await stored()).toMatchObject({
    site: { name: 'Later', a_member_of_tomorrow: 7 },
    a_group_of_tomorrow: { on: true },
  })
})

describe('a change that a copy has not heard of yet', () => {
  const unheard = async (group: SettingsGroup, change: object) => {
    const before = (await stored())[group]
    await server.store.write((unit) => unit.settings.set(group, { ...before, ...change } as never, START), {
      durable: true,
    })
  }

  it('is followed by a change back', async () => {
    const { name } = await siteAt(there)
    await unheard('site', { name: 'Unheard' })
    await there.call('settings_set', { site: { name } })
    expect(await stored()).toMatchObject({ site: { name } })
    expect((await siteAt(there)).name).toBe(name)
  })

  it('decides what goes together', async () => {
    await there.call('settings_set', { mail: { host: 'mail.example', from_address: 'key@mail.example' } })
    await unheard('mail', { host: '', from_address: '' })
    expect(await there.try('settings_set', { mail: { host: 'other.example' } })).toMatchObject({
      code: 422,
      fields: { 'mail.from_address': expect.any(String) as string },
    })
    expect(await stored()).toMatchObject({ mail: { host: '', from_address: '' } })
  })
})

it('state and price of an API stay when two copies change them at the same moment', async () => {
  for (const price of ['1', '2', '3']) {
    const state = price === '2' ? 'closed' : 'open'
    await Promise.all([
      here.call('capability_set', { api: 'ini', state }),
      there.call('capability_set', { api: 'ini', price_text: price }),
    ])
    const states = await server.store.read((unit) => unit.capabilities.states())
    expect(states.get('ini')).toEqual({ state, priceText: price })
  }
})

it("a risk of one copy's machine stays acknowledged, though the other copy has none", async () => {
  const { store } = server.twin.stores
  const condition = new Proxy(store.condition, {
    get: (of, name) => {
      if (name === 'fault') return { at: START }
      const value: unknown = Reflect.get(of, name, of)
      return typeof value === 'function' ? (value.bind(of) as unknown) : value
    },
  })
  Object.defineProperty(store, 'condition', { value: condition })
  const failed = async () => {
    const { rows } = await there.call('risk_list', { kind: 'weak_setting' })
    return rows.find(({ facts }) => facts['setting'] === 'server_failed')
  }
  const { key } = (await failed())!
  await there.call('risk_acknowledge', { keys: [key], note: 'known' })
  // The other copy looks at its own risks.
  await here.call('risk_list', {})
  await server.settle()
  expect((await failed())?.acknowledged).toMatchObject({ note: 'known' })
})

it('a clock that a person confirms at one copy is trusted at the other', async () => {
  server.clock.set(2 * 86_400)
  // The sessions of before have ended.
  const owners = await signInAtBoth(server)
  const doubts = () => Promise.all(owners.map(async (one) => (await one.call('health', {})).clock_doubt))
  expect(await doubts()).not.toContain(null)
  await owners[1].call('clock_confirm', {})
  await until(async () => (await doubts()).every((doubt) => doubt === null), 'both to trust the clock')
})
