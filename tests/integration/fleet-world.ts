import type { FleetPoint } from '../../src-server/contract/records/fleet.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import type { Params } from '../support/runtime-client.ts'
import type { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

export const FOREVER = 4_102_243_200

/** An account whose program reports. @returns its number */
export async function addAccount(
  server: TestServer,
  app: number,
  accountKey: string,
  fields: { readonly agent?: number } = {},
): Promise<number> {
  return (await server.act('device_create', { app, account_key: accountKey, vip: FOREVER, ...fields })).id
}

export async function pulse(
  server: TestServer,
  app: number,
  accountKey: string,
  params: Params,
): Promise<void> {
  const reply = await server.api('mt5pulse', app, { account_key: accountKey, ...params })
  if (reply.code !== 200) throw new Error(`the pulse got ${reply.code}`)
}

/** Moves the clock into the next minute and waits for its sample. @returns the minute's beginning */
export async function nextSample(server: TestServer, client?: ConsoleClient): Promise<number> {
  const now = server.clock.now()
  const at = now - (now % 60) + 60
  server.clock.pass(at - now)
  const by = client ?? (await server.owner())
  await until(async () => (await curveAt(by, at)) !== undefined, 'the sample of the fleet')
  return at
}

/** The sums of a minute by currency. Undefined: there is no sample, or no account. */
export async function curveAt(
  client: ConsoleClient,
  at: number,
  wanted: object = {},
): Promise<Record<string, Omit<FleetPoint, 'at' | 'currency'>> | undefined> {
  const { rows } = await client.call('fleet_curve', { from: at, to: at, ...wanted })
  if (rows.length === 0) return undefined
  return Object.fromEntries(rows.map(({ currency, at: _, ...sums }) => [currency, sums]))
}
