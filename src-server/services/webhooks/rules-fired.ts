import type { WriteUnit } from '../../store/store.ts'
import type { Act } from '../../telemetry/rules/rule-acts.ts'
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
      await happened(unit, {
        event: 'account_paused',
        app,
        at,
        data: () => ({ accounts: paused.map(pauseOf), by: `rule: ${rule}` }),
      })
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

function pauseOf({ fired, set }: Act) {
  const { accountKey, pauseOpen, pauseAdd } = fired.live.device
  return {
    name: accountKey,
    pause_open: pauseOpen || set.includes('pause_open'),
    pause_add: pauseAdd || set.includes('pause_add'),
  }
}
