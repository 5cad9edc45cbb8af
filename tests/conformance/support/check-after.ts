import { expect } from 'vitest'
import type { Deployment } from './deployment.ts'
import { absolute, act, type World } from './prepare.ts'
import type { After } from './scenario.ts'

type Row = Readonly<Record<string, unknown>>
const LISTS = [
  ['codes', 'code_list', 'kami', ['use_time', 'end_time', 'last_unbind']],
  ['devices', 'device_list', 'account_key', ['vip']],
  ['accounts', 'account_list', 'user', ['vip']],
] as const

/** Compares the application in the console with the state that the scenario expects. */
export async function checkAfter(deployment: Deployment, world: World, after: After): Promise<void> {
  for (const [kind, action, key, times] of LISTS) {
    const expected = after[kind]
    if (expected === undefined) continue
    const { rows } = (await act(deployment, action, { filter: { app: world.app }, size: 500 })) as {
      rows: Row[]
    }
    for (const [name, fields] of Object.entries(expected)) {
      const row = rows.find((one) => one[key] === name)
      if (fields === null) expect(row, `${kind} ${name}`).toBeUndefined()
      else expect(row, `${kind} ${name}`).toMatchObject(atMoment(deployment, world, fields, times))
    }
  }
  if (after.app !== undefined)
    expect(await act(deployment, 'app_get', { app: world.app })).toMatchObject(after.app)
}

/** With a running clock times match approximately. */
function atMoment(deployment: Deployment, world: World, fields: Row, times: readonly string[]): Row {
  const written = absolute(fields, times, world.start)
  if (deployment.pass !== undefined) return written
  for (const name of times) {
    if (typeof written[name] === 'number') written[name] = expect.closeTo(written[name], -1)
  }
  return written
}
