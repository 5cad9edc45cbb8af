import { freshnessOf } from '../contract/health.ts'
import type { Risks } from '../services/risk/risks.ts'
import type { DeviceRegistry } from '../telemetry/registry.ts'

/** A high risk that nobody has acknowledged. */
export interface HighRisk {
  readonly key: string
  /** The same for risks of one cause, which one notification announces. */
  readonly group: string
  /** The application's name. Empty for the platform's own. */
  readonly app: string
  /** When it happened, Unix seconds. */
  readonly at: number
  /** One of RISK_KINDS, or the weak setting. */
  readonly kind: string
  /** The subject's name as people know it. */
  readonly subject: string
  /** The trading account's id; null where the risk is about something else. */
  readonly device: number | null
}

export interface DesktopSummary {
  /** Trading accounts that sent their last pulse in time. */
  readonly live: number
  readonly risks: readonly HighRisk[]
}

/** The tray does not list more risks than this. */
const MOST_RISKS = 100

/** The figures of the desktop's tray, badge and notifications. @param now Unix seconds @param demoApp its accounts don't count */
export async function summarize(
  devices: Pick<DeviceRegistry, 'all'>,
  risks: Pick<Risks, 'high'>,
  now: number,
  demoApp?: number,
): Promise<DesktopSummary> {
  let live = 0
  for (const { pulse, device } of devices.all())
    if (device.appId !== demoApp && freshnessOf(pulse, now) === 'live') live++
  const high = await risks.high(MOST_RISKS)
  return {
    live,
    risks: high.map(
      ({ key, group, app_name: app, at, since, kind, facts, subject, subject_kind, subject_id }) => ({
        key,
        group,
        app,
        // A weak setting lasts: its time is always the present.
        at: typeof facts['setting'] === 'string' ? since : at,
        kind: typeof facts['setting'] === 'string' ? facts['setting'] : kind,
        subject,
        device: subject_kind === 'device' ? subject_id : null,
      }),
    ),
  }
}
