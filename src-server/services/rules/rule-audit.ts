import type { Device } from '../../domain/device/device.ts'
import type { WriteUnit } from '../../store/store.ts'
import type { Act } from '../../telemetry/rules/rule-acts.ts'
import { audit } from '../platform/audit-trail.ts'

/** Records what a rule did to a trading account, and why. */
export async function auditRuleAct(unit: WriteUnit, act: Act, before: Device, after: Device): Promise<void> {
  const { fired, commandId, reason } = act
  const { live, rule, at } = fired
  const actor = { personId: 0, name: `rule: ${rule.name}`, role: 'server', ip: '' } as const
  const order = { reason, ...(act.act === 'close_all' && { closeAll: commandId === null ? '' : 'asked' }) }
  await audit(unit, actor, at, {
    action: 'rule_act',
    subject: { kind: 'device', id: after.id, label: after.accountKey },
    app: after.appId,
    owner: live.ownerId,
    before,
    after: { ...after, ...order },
  })
}
