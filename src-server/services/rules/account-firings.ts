import type { RuleFiring } from '../../contract/records/rule-effects.ts'
import type { RiskEvent } from '../../domain/risk/risk-event.ts'
import type { Rule } from '../../domain/rules/rule.ts'
import type { Unit } from '../../store/store.ts'

/** The firings that the page of an account shows. */
const SHOWN = 20
/** The newest close commands of an account: those of the firings shown are among them. */
const COMMANDS_READ = 100

/** The last firings of rules for a trading account, newest first. @param ruleOf undefined for a deleted rule */
export async function firingsOf(
  unit: Unit,
  deviceId: number,
  ruleOf: (id: number) => Rule | undefined,
): Promise<RuleFiring[]> {
  const events = await unit.risks.firingsOf(deviceId, SHOWN)
  if (events.length === 0) return []
  const commands = new Map(
    (await unit.commands.ofDevice(deviceId, COMMANDS_READ)).map(({ id, state }) => [id, state]),
  )
  const keys = events.flatMap(({ outboxKey }) => outboxKey ?? [])
  const sent = keys.length === 0 ? [] : await unit.risks.deliveries(keys)
  const deliveries = new Map(sent.map((delivery) => [delivery.key, delivery]))
  const pauses = await unit.rules.pausesOf(events.flatMap(({ firing }) => firing?.key ?? []))
  const undoable = new Set(pauses.map(({ eventKey }) => eventKey))
  return events.flatMap((event) => firingOf(event))

  function firingOf({ at, value, threshold, outboxKey, firing }: RiskEvent): RuleFiring[] {
    if (firing === null) return []
    const { key, ruleId, level, act, commandId, undoneAt, undoneBy } = firing
    const rule = ruleOf(ruleId)
    const delivery = outboxKey === null ? undefined : deliveries.get(outboxKey)
    return [
      {
        ...{ key, at, level, act, value, threshold },
        rule: ruleId,
        rule_name: rule?.name ?? '',
        subject: rule?.subject ?? null,
        command: commandId === null ? null : (commands.get(commandId) ?? null),
        delivery: delivery?.state ?? null,
        delivery_error: delivery?.lastError ?? '',
        undoable: undoable.has(key),
        undone_at: undoneAt,
        undone_by: undoneBy,
      },
    ]
  }
}
