import type { Steward } from '../../copies/stewardship.ts'
import type { Log } from '../../contract/ports.ts'
import { StorageFailure } from '../../contract/storage-failure.ts'
import type { RiskEvent } from '../../domain/risk/risk-event.ts'
import { isQuiet } from '../../domain/rules/quiet.ts'
import { isSameLadder, type LadderState, type Rule } from '../../domain/rules/rule.ts'
import type { RuleState } from '../../store/repositories/rules.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { DroppedWork } from '../dropped-work.ts'
import type { LiveDevice } from '../live-device.ts'
import { figuresOf } from '../risk-alerts.ts'
import type { RiskEventLog } from '../risk-event-log.ts'
import { Turns } from './turns.ts'
import { doActs, type Act, type ActParts, type FiredLevel } from './rule-acts.ts'

interface Parts extends ActParts {
  readonly store: Store
  readonly steward: Pick<Steward, 'isIn'>
  readonly events: RiskEventLog
  /** Called in the unit of work of firings: webhooks get their events. */
  readonly happened: (unit: WriteUnit, acts: readonly Act[]) => Promise<void>
  /** Minutes the server's wall clock is ahead of UTC. */
  readonly utcOffset: (at: number) => number
  readonly dropped: DroppedWork
  readonly log: Log
}

/** The climb of an account's ladder: the levels that fire, and the ladder after them. */
interface Step {
  readonly live: LiveDevice
  readonly rule: Rule
  readonly fired: readonly FiredLevel[]
  readonly state: LadderState
}

/**
 * Steps stored with one unit of work. A commit blocks the event loop until the disk has it, so units are large. Other
 * writers wait for the end of a unit, so they aren't larger.
 */
const AT_ONCE = 1000
/** Rows written before pulses get their turn. */
const ROWS = 4
/** The maximum number of steps that wait for the disk. The oldest of more are lost, and the owner gets their number. */
const MOST_WAITING = 100_000

/**
 * Carries out what rules decided. The event, the pause or the command, the ladder and the row of the audit log are one
 * durable unit of work, so a crash loses all or nothing of a firing. Many firings share a unit.
 */
export class RuleFirings {
  readonly #parts: Parts
  #waiting: Step[] = []
  #flushing: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  add(step: Step): void {
    this.#waiting.push(step)
  }

  /** Drops what waits: another copy of the server is the steward now, and judges. */
  dropWaiting(): void {
    this.#waiting = []
  }

  /** Runs four times a second. Steps that can't be stored wait for the next time. */
  async flush(): Promise<void> {
    this.#flushing ??= this.#flushAll().finally(() => {
      this.#flushing = undefined
    })
    await this.#flushing
  }

  async #flushAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#storeAll(this.#waiting.splice(0, AT_ONCE))
  }

  /** A step that can't be stored must not hold up the others. @throws StorageFailure */
  async #storeAll(batch: readonly Step[]): Promise<void> {
    try {
      await this.#store(batch)
    } catch (error) {
      if (error instanceof StorageFailure) {
        this.#waiting = [...batch, ...this.#waiting]
        this.#parts.dropped.shed('rules', this.#waiting, MOST_WAITING)
        throw error
      }
      const [first] = batch
      if (batch.length === 1 && first !== undefined) {
        this.#parts.log.error('rules.firing', error, { rule: first.rule.id, device: first.live.device.id })
        return
      }
      await this.#storeEach(batch)
    }
  }

  async #storeEach(batch: readonly Step[]): Promise<void> {
    for (let at = 0; at < batch.length; at++) {
      try {
        await this.#storeAll(batch.slice(at, at + 1))
      } catch (error) {
        // The failed step is the first one that waits.
        this.#waiting.splice(1, 0, ...batch.slice(at + 1))
        throw error
      }
    }
  }

  async #store(batch: readonly Step[]): Promise<void> {
    const durable = batch.some(({ fired }) => fired.length > 0)
    await this.#parts.store.write((unit) => this.#write(unit, batch), { durable })
  }

  async #write(unit: WriteUnit, batch: readonly Step[]): Promise<void> {
    const { events, steward } = this.#parts
    if (!(await steward.isIn(unit))) return
    const steps = await stillMeant(unit, batch)
    const fired = steps.flatMap((step) => step.fired)
    const turns = new Turns()
    const acts = await doActs(unit, this.#parts, fired, turns)
    await this.#parts.happened(unit, acts)
    const made = acts.map((act) => this.#eventOf(act))
    await turns.through(made, ROWS, (some) => unit.risks.addEvents(some))
    await turns.through(steps.map(stateOf), ROWS, (some) => unit.rules.putStates(some))
    unit.afterCommit(() => {
      for (const event of made) events.follow(event)
    })
  }

  #eventOf({ fired, commandId }: Act): RiskEvent {
    const { live, rule, level, value, at, key } = fired
    const { id: deviceId, appId } = live.device
    const { at: threshold = null, act = 'tell' } = rule.levels[level] ?? {}
    const firing = { key, ruleId: rule.id, level, act, commandId, undoneAt: null, undoneBy: '' }
    const tell = isQuiet(rule.quiet, at, this.#parts.utcOffset(at)) ? 'held' : 'wanted'
    const facts = figuresOf(live)
    return { kind: 'rule', deviceId, appId, at, value, threshold, outboxKey: null, firing, tell, facts }
  }
}

/** A rule whose ladder changed meanwhile begins anew. */
async function stillMeant(unit: WriteUnit, steps: readonly Step[]): Promise<readonly Step[]> {
  const meant: Step[] = []
  for (const [id, ofRule] of Map.groupBy(steps, ({ rule }) => rule.id)) {
    const stored = await unit.rules.find(id)
    if (stored?.enabled === true) meant.push(...ofRule.filter(({ rule }) => isSameLadder(rule, stored)))
  }
  return meant
}

function stateOf({ live, rule, state }: Step): RuleState {
  return { ruleId: rule.id, deviceId: live.device.id, levels: state }
}
