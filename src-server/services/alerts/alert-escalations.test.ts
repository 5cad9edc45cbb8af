import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore, type OpenStore } from '../../../tests/contract/open-store.ts'
import { riskEvent } from '../../../tests/contract/risk-event.ts'
import { AlertBench } from '../../../tests/support/alert-bench.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { AlertEscalations } from './alert-escalations.ts'
import type { AlertRoutes } from './alert-routes.ts'

const APP = 10_001
const PEOPLE = [1, 2, 3]
const MINUTES = 5
const CAUSE = { appId: APP, kind: 'drawdown', ruleId: null } as const
const bench = new AlertBench()
let open: OpenStore

beforeAll(async () => {
  open = await openStore('SQLite')
  await open.seed(
    'operators',
    PEOPLE.map((id) => ({ id, name: `person ${id}` })),
  )
  await open.seed('applications', [{ id: APP, ownerId: 1 }])
})
afterAll(() => open.close())

/** @param found resolves when the copy has found who is in trouble */
function copy(isSteward: boolean, found: Promise<unknown>): AlertEscalations {
  const { id } = bench.account().device
  return new AlertEscalations({
    store: open.store,
    steward: { isIn: () => Promise.resolve(isSteward) },
    registry: {
      find: () => ({ settings: { ...bench.application, id: APP } }),
    } as unknown as ApplicationRegistry,
    devices: bench.devices,
    risks: { highOf: () => found.then(() => new Map([[id, 0]])) },
    routes: {
      routesTo: (_: unknown, person: number) =>
        Promise.resolve([
          {
            name: `mail:${person}`,
            address: { kind: 'mail', operatorId: person, openId: '' },
            reader: { language: 'en', utcOffset: () => 0 },
          },
        ]),
    } as unknown as AlertRoutes,
    rules: { find: () => undefined },
    clock: bench.clock,
  })
}

it('a copy that stood still in a step takes back no step of the next steward', async () => {
  const now = bench.clock.now()
  await open.store.write(
    async (unit) => {
      await unit.alerts.setPlan(APP, { minutes: MINUTES, people: PEOPLE })
      await unit.alerts.addEscalation({ ...CAUSE, dueAt: now, step: 0 })
      const { id } = bench.account().device
      await unit.risks.addEvents([riskEvent({ deviceId: id, at: 0, value: 40, threshold: 30, tell: 'told' })])
    },
    { durable: true },
  )
  const goesOn = Promise.withResolvers<undefined>()
  const late = copy(false, goesOn.promise).sweep()
  const steward = copy(true, Promise.resolve())
  await steward.sweep()
  bench.clock.pass(MINUTES * 60)
  await steward.sweep()
  goesOn.resolve(undefined)
  await late
  const all = await open.store.read((unit) => unit.alerts.escalationsDue(4_102_243_200))
  expect(all).toMatchObject([{ step: 2, dueAt: now + 2 * MINUTES * 60 }])
})
