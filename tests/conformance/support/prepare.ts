import type { Deployment } from './deployment.ts'
import type { Given, Scenario, Settings } from './scenario.ts'

export interface World {
  readonly app: number
  readonly appkey: string
  readonly rc4Key: string
  readonly settings: Settings
  /** The ids of the made things, by the names that marks use. */
  readonly numbers: Readonly<Record<string, number>>
  /** The scenario's start, Unix seconds. */
  readonly start: number
}

const CODE_TIMES = ['use_time', 'end_time', 'last_unbind']
const LATEST_RELATIVE = 1e9

/** Makes the scenario's application and its initial data, all through the console. */
export async function prepare(deployment: Deployment, scenario: Scenario): Promise<World> {
  const start = deployment.now()
  const { name, given = {} } = scenario
  const settings = settingsOf(deployment, scenario)
  const made = (await act(deployment, 'app_create', { name: name.slice(0, 64) })) as {
    app: number
    appkey: string
    rc4_key: string
  }
  const { app } = made
  if (Object.keys(settings).length > 0) await act(deployment, 'app_update', { app, ...settings })
  await giveCodes(deployment, app, given, start)
  for (const { controls, ...device } of given.devices ?? []) {
    const id = await make(deployment, 'device_create', { app, ...absolute(device, ['vip'], start) })
    if (controls !== undefined) await act(deployment, 'device_control', { ids: [id], ...controls })
  }
  const numbers: Record<string, number> = {}
  for (const [index, account] of (given.accounts ?? []).entries()) {
    numbers[`account${index + 1}`] = await make(deployment, 'account_create', {
      app,
      ...absolute(account, ['vip'], start),
    })
  }
  for (const [index, file] of (given.files ?? []).entries()) {
    numbers[`file${index + 1}`] = await make(deployment, 'file_create', { app, ...file })
  }
  for (const { api, granted, expires, on, sign } of given.capabilities ?? []) {
    if (granted !== undefined || expires !== undefined)
      await act(deployment, 'app_capability_set', {
        ...absolute({ app, api, granted, expires }, ['expires'], start),
      })
    if (on !== undefined || sign !== undefined) await act(deployment, 'app_api_set', { app, api, on, sign })
  }
  for (const [api, state] of Object.entries(given.states ?? {}))
    await act(deployment, 'capability_set', { api, state })
  return {
    app,
    appkey: settings.appkey ?? made.appkey,
    rc4Key: settings.rc4_key ?? made.rc4_key,
    settings,
    numbers,
    start,
  }
}

/** Opens again what the scenario closed for everybody, and deletes its application. */
export async function clear(deployment: Deployment, { given = {} }: Scenario, app: number): Promise<void> {
  for (const api of Object.keys(given.states ?? {}))
    await act(deployment, 'capability_set', { api, state: 'open' })
  // In this process everything ends with the server.
  if (deployment.pass === undefined) await act(deployment, 'app_delete', { app })
}

async function make(deployment: Deployment, action: string, input: unknown): Promise<number> {
  return ((await act(deployment, action, input)) as { id: number }).id
}

function settingsOf({ messenger }: Deployment, scenario: Scenario): Settings {
  const { app = {} } = scenario
  return scenario.messenger === true ? { ...app, mt5: { ...app.mt5, ...messenger } } : app
}

export async function act(deployment: Deployment, name: string, input: unknown): Promise<unknown> {
  const reply = await deployment.ask(name, input)
  if (reply.code !== 200) throw new Error(`${name} answered ${JSON.stringify(reply)}`)
  return reply.msg
}

async function giveCodes(deployment: Deployment, app: number, given: Given, start: number): Promise<void> {
  if (given.codes === undefined || given.codes.length === 0) return
  const rows = given.codes.map((code) => absolute(code, CODE_TIMES, start))
  const { skipped } = (await act(deployment, 'code_import', { app, rows })) as { skipped: unknown[] }
  if (skipped.length > 0) throw new Error(`codes were skipped: ${JSON.stringify(skipped)}`)
}

/** The named members as Unix seconds, where they are seconds from the start. */
export function absolute(
  record: Readonly<Record<string, unknown>>,
  names: readonly string[],
  start: number,
): Record<string, unknown> {
  const moved = { ...record }
  for (const name of names) {
    const value = moved[name]
    if (typeof value === 'number' && Math.abs(value) < LATEST_RELATIVE) moved[name] = start + value
  }
  return moved
}
