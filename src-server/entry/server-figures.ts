import { freshnessOf } from '../contract/health.ts'
import type { RiskCounts } from '../contract/live.ts'
import type { WeakSetting } from '../contract/risk-words.ts'
import type { PlatformHealthService } from '../services/platform/platform-health.ts'
import type { Messages } from '../services/messenger/messages.ts'
import type { Risks } from '../services/risk/risks.ts'
import type { DeviceRegistry } from '../telemetry/registry.ts'

/** Numbers about the whole server, without a name of a person, an account or an application. */
export interface ServerFigures {
  readonly accounts: { readonly total: number; readonly live: number }
  readonly risks: Pick<RiskCounts, 'open' | 'high'>
  readonly messages: { readonly waiting: number; readonly dead: number }
  /** Bytes. */
  readonly databases: { readonly main: number; readonly telemetry: number }
  readonly disk: { readonly free: number; readonly total: number }
  /** When the newest backup was made, unix seconds. Undefined where there is none. */
  readonly lastBackup: number | undefined
  readonly troubles: readonly WeakSetting[]
}

interface Sources {
  readonly devices: Pick<DeviceRegistry, 'all'>
  readonly risks: Pick<Risks, 'count'>
  readonly messages: Pick<Messages, 'countsIn'>
  readonly health: Pick<PlatformHealthService, 'space' | 'sizes' | 'lastBackup' | 'troubles'>
}

/** @param now unix seconds @param demoApp its accounts don't count */
export async function readFigures(
  { devices, risks, messages, health }: Sources,
  now: number,
  demoApp?: number,
): Promise<ServerFigures> {
  let total = 0
  let live = 0
  for (const { pulse, device } of devices.all()) {
    if (device.appId === demoApp) continue
    total++
    if (freshnessOf(pulse, now) === 'live') live++
  }
  const everything = { kind: 'everything' } as const
  return {
    accounts: { total, live },
    risks: (await risks.count())(everything),
    messages: await messages.countsIn(everything),
    databases: health.sizes(),
    disk: await health.space(),
    lastBackup: await health.lastBackup(),
    troubles: await health.troubles(),
  }
}
