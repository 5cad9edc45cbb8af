import { healthOf } from '../contract/health.ts'
import type { Risks } from '../services/risk/risks.ts'
import type { DeviceRegistry } from '../telemetry/registry.ts'

/** A high risk that nobody looked at yet. */
export interface HighRisk {
  readonly key: string
  /** One of RISK_KINDS. */
  readonly kind: string
  /** What it is about, as people call it. */
  readonly subject: string
  /** The trading account's number; null where it is about something else. */
  readonly device: number | null
}

export interface DesktopSummary {
  /** Accounts heard from as often as they use to be. */
  readonly live: number
  readonly risks: readonly HighRisk[]
}

/** More than these a tray doesn't tell one by one. */
const MOST_RISKS = 100

/** What the desktop's tray, its badge and its notifications say. @param now Unix seconds */
export async function summarize(
  devices: Pick<DeviceRegistry, 'all'>,
  risks: Pick<Risks, 'high'>,
  now: number,
): Promise<DesktopSummary> {
  let live = 0
  for (const { pulse } of devices.all())
    if (pulse !== undefined && healthOf(pulse.at, pulse.interval, now) === 'live') live++
  const high = await risks.high(MOST_RISKS)
  return {
    live,
    risks: high.map(({ key, kind, subject, subject_kind, subject_id }) => ({
      key,
      kind,
      subject,
      device: subject_kind === 'device' ? subject_id : null,
    })),
  }
}
