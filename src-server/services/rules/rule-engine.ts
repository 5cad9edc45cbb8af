import type { Steward } from '../../copies/stewardship.ts'
import type { CurrentMarkets } from '../../contract/markets/markets.ts'
import type { Log, Random } from '../../contract/ports.ts'
import { firingText } from '../../domain/rules/firing-text.ts'
import type { Rule } from '../../domain/rules/rule.ts'
import type { Store } from '../../store/store.ts'
import type { DroppedWork } from '../../telemetry/dropped-work.ts'
import type { CommandLifecycle } from '../../telemetry/command-lifecycle.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import { tellBack } from '../../telemetry/risk-alerts.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { EquityWatch } from '../../telemetry/rules/equity-watch.ts'
import type { RuleBook } from '../../telemetry/rules/rule-book.ts'
import type { FiredLevel } from '../../telemetry/rules/rule-acts.ts'
import { RuleFirings } from '../../telemetry/rules/rule-firings.ts'
import { RuleStates } from '../../telemetry/rules/rule-states.ts'
import { RuleSweep } from '../../telemetry/rules/rule-sweep.ts'
import { RuleWatch } from '../../telemetry/rules/rule-watch.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { RiskWatches } from '../risk/risk-watches.ts'
import { rulesFired } from '../webhooks/rules-fired.ts'
import { withPauses } from '../with-pauses.ts'
import { auditRuleAct } from './rule-audit.ts'

/** Longer than a change of the steward takes, and shorter than any silence, seconds. */
const UNJUDGED_SECONDS = 30

/** The rules at work, and what they remember. */
export interface RuleEngine {
  readonly book: RuleBook
  readonly states: RuleStates
  readonly equities: EquityWatch
  readonly watch: RuleWatch
  readonly sweep: RuleSweep
  readonly firings: RuleFirings
  /** Follows a rule as just committed. Marks of equity begin anew for accounts that nobody watched. */
  putRule(rule: Rule, now: number): void
}

export function createRuleEngine(deps: {
  readonly store: Store
  readonly steward: Steward
  readonly book: RuleBook
  readonly registry: ApplicationRegistry
  readonly devices: DeviceRegistry
  readonly commands: CommandLifecycle
  readonly watches: Pick<RiskWatches, 'events' | 'alerts' | 'terminals'>
  readonly markets: CurrentMarkets
  readonly random: Random
  readonly dropped: DroppedWork
  readonly log: Log
  readonly utcOffset: (at: number) => number
}): RuleEngine {
  const { book, registry, devices, watches, markets } = deps
  const applicationOf = (app: number) => registry.find(app)?.settings
  const states = new RuleStates()
  const equities = new EquityWatch(deps)
  const reasonOf = ({ live, rule, level, value }: FiredLevel) =>
    firingText(
      applicationOf(live.device.appId)?.language ?? 'en',
      rule.subject,
      value,
      rule.levels[level]?.at ?? value,
    )
  const firings = new RuleFirings({
    ...deps,
    events: watches.events,
    happened: rulesFired,
    reasonOf,
    record: auditRuleAct,
  })
  const back = (live: LiveDevice, rule: Rule, now: number) => {
    tellBack(watches.alerts, live, rule, now)
  }
  const watch = new RuleWatch({ book, states, equities, firings, back, random: deps.random })
  const sweep = new RuleSweep({ book, watch, terminals: watches.terminals, markets, applicationOf })
  const putRule = (rule: Rule, now: number) => {
    const { subject } = rule
    // While the accounts load, no mark is in memory.
    const readsMarks = !devices.isFilling && (subject === 'drawdown_peak' || subject === 'drawdown_day')
    const marked = readsMarks ? [...devices.all()].filter((live) => equities.hasMarks(live)) : []
    const unwatched = marked.filter((live) => !book.covers(live, subject))
    book.put(rule, now)
    equities.renew(subject, book.coveredBy(rule, unwatched))
  }
  return { book, states, equities, watch, sweep, firings, putRule }
}

/** Continues from the stored ladders and marks. The trading accounts must be in memory already. */
export async function resumeRuleEngine(
  { states, equities, sweep }: RuleEngine,
  store: Store,
  devices: DeviceRegistry,
  now: number,
): Promise<void> {
  await states.load(store, devices)
  await equities.load()
  sweep.resume(devices, now)
}

/** Judges accounts by the pulses that came while no copy of the server was the steward. Some send none for a while. */
export async function lookBackByRules(
  { watch }: RuleEngine,
  devices: Pick<DeviceRegistry, 'all'>,
  now: number,
): Promise<void> {
  for await (const live of withPauses(devices.all()))
    if (live.pulse !== undefined && now - live.pulse.at < UNJUDGED_SECONDS)
      watch.onPulse(live, live.pulse, now)
}
