import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { RiskWorld } from './risk-world.ts'

/** The calls of the desktop beyond the console: the data of its tray, and a change of port. */
let world: RiskWorld
beforeAll(async () => {
  world = await RiskWorld.start()
})
afterAll(() => world.server.end())

it('counts the live accounts and names the unacknowledged high risks', async () => {
  const summary = () => world.server.running.summarize()
  expect(await summary()).toMatchObject({ live: 0 })
  const app = await world.application({ mt5: { drawdown_threshold: 30 } })
  const calm = await world.device(app)
  const losing = await world.device(app)
  await world.device(app)
  await world.pulse(app, calm.key, { dd: 1 })
  await world.pulse(app, losing.key, { dd: 40 })
  const { live, risks } = await summary()
  expect(live).toBe(2)
  const named = risks.filter(({ kind }) => kind === 'drawdown')
  expect(named).toEqual([
    {
      key: expect.any(String) as string,
      group: expect.any(String) as string,
      app: expect.stringMatching(/^Watched/) as string,
      at: world.server.clock.now(),
      kind: 'drawdown',
      subject: losing.key,
      device: losing.id,
    },
  ])
  await world.acknowledge(await world.only(app, 'drawdown'))
  expect((await summary()).risks.filter(({ kind }) => kind === 'drawdown')).toEqual([])
  // Accounts whose pulses stopped are not live.
  world.server.clock.pass(600)
  expect((await summary()).live).toBe(0)
})

it('moves its public listener when it starts with another port, and stays there', async () => {
  const port = await freePort()
  await world.server.close()
  await world.server.open({ movePort: port })
  expect(new URL(world.server.running.publicUrl).port).toBe(String(port))
  await world.server.close()
  await world.reopen()
  expect(new URL(world.server.running.publicUrl).port).toBe(String(port))
  const settings = await world.owner.call('settings_get', {})
  expect(settings.fixed).toEqual([])
  expect(settings.listeners.public_port).toBe(port)
  const { rows } = await world.owner.call('audit_list', { filter: { action: 'settings_set' } })
  expect(rows[0]).toMatchObject({ role: 'server' })
})

it('copies the data before an update with its own action', async () => {
  const { server } = world
  await server.running.backUp()
  const { rows } = await server.act('backup_list', {})
  expect(rows).toMatchObject([{ reason: 'before_update', made_at: server.clock.now() }])
  const entry = (await server.act('audit_list', { filter: { action: 'backup_now' } })).rows[0]
  expect(entry).toMatchObject({ role: 'server', subject_id: rows[0]?.name })
})
