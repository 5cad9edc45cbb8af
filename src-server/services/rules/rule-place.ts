import { CONSOLE } from '../../contract/error-codes.ts'
import type { RuleFields } from '../../contract/records/rule.ts'
import type { RulePlace } from '../../contract/rule-names.ts'
import { scopeOf, seesAccount, type Actor } from '../../domain/access/scope.ts'
import { checkLevels } from '../../domain/rules/check-levels.ts'
import type { Rule } from '../../domain/rules/rule.ts'
import type { Unit } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { requireAgent } from '../agents/require-agent.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { requireApplication } from '../applications/require-application.ts'
import { isInSight } from '../in-sight.ts'
import { Refused } from '../refused.ts'
import { requirePeople } from '../require-people.ts'

interface Parts {
  readonly registry: ApplicationRegistry
  readonly devices: DeviceRegistry
}

type Stored = Omit<Rule, 'id' | 'createdAt'>

/** The member that names each place. */
const NAMED_BY: Readonly<Record<RulePlace, 'account' | 'agent' | 'word' | undefined>> = {
  account: 'account',
  symbol: 'word',
  server: 'word',
  tag: 'word',
  agent: 'agent',
  application: undefined,
}

/**
 * The rule that these fields describe, after everything that they name was looked up in the actor's scope.
 * @param before the rule that they replace
 * @throws Refused 404, 422
 */
export async function ruleOf(
  unit: Unit,
  parts: Parts,
  actor: Actor,
  fields: RuleFields,
  before: Rule | undefined,
): Promise<Stored> {
  const account = fields.account === null ? undefined : requireAccount(parts, actor, fields.account)
  const app = fields.app === null ? undefined : requireApplication(parts.registry, actor, fields.app)
  const agentId = await requireAgent(unit, actor, fields.agent)
  const ownerId = before?.ownerId ?? account?.ownerId ?? app?.ownerId ?? actor.operatorId
  if (account !== undefined && account.ownerId !== ownerId) throw invalid('account', 'other_owner')
  if (app !== undefined && app.ownerId !== ownerId) throw invalid('app', 'other_owner')
  if (account !== undefined && app !== undefined && account.device.appId !== app.id)
    throw invalid('app', 'not_of_place')
  await requirePeople(unit, actor, fields.people, { ownerId, known: before?.people ?? [] })
  requirePlace(fields)
  const fault = checkLevels(fields.subject, fields.levels)
  if (fault !== undefined) throw invalid('levels', fault)
  return {
    ownerId,
    name: fields.name,
    place: fields.place,
    accountId: account?.device.id ?? null,
    agentId,
    word: fields.word,
    appId: account?.device.appId ?? fields.app,
    subject: fields.subject,
    levels: fields.levels,
    rearm: fields.rearm,
    cooldown: fields.cooldown,
    quiet: fields.quiet,
    startsAt: fields.starts_at,
    enabled: fields.enabled,
    people: [...new Set(fields.people)],
  }
}

/** @throws Refused 404 */
export function requireRule(actor: Actor, rule: Rule | undefined): Rule {
  if (rule === undefined || !isInSight(actor, rule))
    throw new Refused(CONSOLE.notFound, 'There is no such rule')
  return rule
}

/** Each place is named by one member, and by no other. */
function requirePlace(fields: RuleFields): void {
  const named = NAMED_BY[fields.place]
  for (const member of ['account', 'agent', 'word'] as const) {
    const isGiven = fields[member] !== null && fields[member] !== ''
    if (isGiven !== (member === named)) throw invalid(member, isGiven ? 'not_of_place' : 'needed')
  }
}

function requireAccount({ devices }: Parts, actor: Actor, id: number) {
  const live = devices.get(id)
  if (live === undefined || !seesAccount(scopeOf(actor), live))
    throw new Refused(CONSOLE.notFound, 'There is no such account')
  return live
}

function invalid(field: string, reason: string): Refused {
  return new Refused(CONSOLE.invalid, 'The rule can’t be like this', { [field]: reason })
}
