import type { WriteUnit } from '../../store/store.ts'
import type { Act } from '../../telemetry/rules/rule-acts.ts'
import { pausesChanged } from './accounts-changed.ts'
import { happened } from './happened.ts'

/** The events of firings, written in their unit of work: one for each application, however many accounts there are. */
export async function rulesFired(unit: WriteUnit, acts: readonly Act[]): Promise<void> {
  for (const [app, own] of Map.groupBy(acts, ({ fired }) => fired.live.device.appId)) {
    const at = Math.max(...own.map(({ fired }) => fired.at))
    await happened(unit, { event: 'rule_fired', app, at, data: () => ({ firings: own.map(firingOf) }) })
    for (const [rule, paused] of Map.groupBy(
      own.filter(({ set }) => set.length > 0),
      ({ fired }) => fired.rule.name,
    ))
      await pausesChanged(unit, { by: `rule: ${rule}`, at }, paused.map(pausedBy))
  }
}

function firingOf({ fired, act, commandId, reason }: Act) {
  const { live, rule, level, value, at } = fired
  return {
    account: live.device.accountKey,
    rule: rule.name,
    level,
    act,
    value,
    command: commandId,
    reason,
    at,
  }
}

function pausedBy({ fired, set }: Act) {
  const { device } = fired.live
  return {
    ...device,
    pauseOpen: device.pauseOpen || set.includes('pause_open'),
    pauseAdd: device.pauseAdd || set.includes('pause_add'),
  }
}
