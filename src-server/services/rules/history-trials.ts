import type { CurrentMarkets } from '../../contract/markets/markets.ts'
import type { RuleTrial } from '../../contract/records/rule-effects.ts'
import { wallDay } from '../../domain/rules/quiet.ts'
import { isStepSubject, stepReadings, type Reading } from '../../domain/rules/history-readings.ts'
import { replay } from '../../domain/rules/replay.ts'
import { silentFor } from '../../domain/risk/silence.ts'
import type { Ladder } from '../../domain/rules/rule.ts'
import { licenceReadings, overdueReadings, silenceReadings } from '../../domain/rules/time-readings.ts'
import type { Store } from '../../store/store.ts'
import type { History, TelemetryStore } from '../../store/telemetry-store.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import { slicesOf } from '../../store/slices-of.ts'
import { withPauses } from '../with-pauses.ts'
import { TrialTally } from './trial-tally.ts'

interface Parts {
  readonly store: Store
  readonly telemetry: TelemetryStore
  readonly markets: CurrentMarkets
  /** Minutes the server's wall clock is ahead of UTC. */
  readonly utcOffset: (at: number) => number
}

export interface TrialQuestion {
  readonly rule: Ladder
  /** The accounts for which the rule decides. */
  readonly accounts: readonly LiveDevice[]
  /** Unix seconds. */
  readonly from: number
  readonly to: number
  /** The maximum number of rows. */
  readonly limit: number
}

/** The history shows each silence, since a server that was off records none of its pulses. */
const EVER = { since: 0, notBefore: 0 } as const
/** The maximum number of steps of an account: 20 days in steps of 10 minutes. */
const MOST_STEPS = 3000
/**
 * The maximum number of steps that a dry run reads, about two seconds. With many accounts it reads longer steps, up to an
 * hour, which keep the worst figures too.
 */
const MOST_READ = 400_000
const HOUR = 3600
/** The maximum number of accounts that a dry run reads. */
const MOST_ACCOUNTS = 10_000
/** The accounts whose commands one unit of work reads. */
const TOGETHER = 200
/** The commands of an account, the newest first. */
const COMMANDS_READ = 100

/** The maximum number of steps that a dry run reads of each of so many accounts, over a span of seconds. */
export function stepsOfEach(span: number, accounts: number): number {
  return Math.min(MOST_STEPS, Math.max(Math.ceil(span / HOUR), Math.floor(MOST_READ / accounts)))
}

interface Read {
  /** The number of accounts that were read. */
  readonly read: number
  /** The length of a step of their history, seconds. null without a history. */
  readonly step: number | null
}

/** Replays the recorded history of accounts through the ladder that watches them live. */
export class HistoryTrials {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async run(question: TrialQuestion): Promise<RuleTrial> {
    const { rule, limit } = question
    const accounts = newestFirst(question.accounts)
    const tally = new TrialTally(rule.levels, limit)
    const { read, step } = await this.#read(
      { ...question, accounts: accounts.slice(0, MOST_ACCOUNTS) },
      tally,
    )
    return {
      subject: rule.subject,
      recorded: rule.subject !== 'two_terminals',
      step,
      covered: accounts.length,
      accounts: read,
      is_cut: read < accounts.length,
      ...tally.result(),
    }
  }

  async #read(question: TrialQuestion, tally: TrialTally): Promise<Read> {
    const { rule, to } = question
    const { subject } = rule
    const { utcOffset } = this.#parts
    if (subject === 'licence_end') return { read: await this.#readLicences(question, tally), step: null }
    if (subject === 'close_overdue') return { read: await this.#readCommands(question, tally), step: null }
    if (subject === 'silence')
      return this.#readHistory(question, tally, ({ points, seconds }, live) =>
        silenceReadings(points, seconds, to, (heardAt, now) => this.#silentFor(live, heardAt, now)),
      )
    const dayOf = (at: number) => wallDay(at, utcOffset(at))
    if (isStepSubject(subject))
      return this.#readHistory(question, tally, ({ points }) => stepReadings(subject, points, dayOf))
    return { read: 0, step: null }
  }

  /** The silence by the calendar and the symbol of today, seconds. */
  #silentFor({ device, pulse }: LiveDevice, heardAt: number, now: number): number {
    const last = { symbol: pulse?.symbol ?? '', at: heardAt }
    return silentFor(heardAt, EVER, now, () => this.#parts.markets.current.of(device.accountKey, last, now))
  }

  async #readHistory(
    { rule, accounts, from, to }: TrialQuestion,
    tally: TrialTally,
    readingsOf: (history: History, live: LiveDevice) => Iterable<Reading>,
  ): Promise<Read> {
    const points = stepsOfEach(to - from, accounts.length)
    let [read, steps, step] = [0, 0, 0]
    for (const live of accounts) {
      if (steps >= MOST_READ) break
      const { id: deviceId } = live.device
      const history = await this.#parts.telemetry.history({ deviceId, from, to, points })
      tally.add(live.device, replay(rule, readingsOf(history, live)))
      read++
      steps += history.points.length
      step = Math.max(step, history.seconds)
    }
    return { read, step: read === 0 ? null : step }
  }

  async #readLicences({ rule, accounts, from, to }: TrialQuestion, tally: TrialTally): Promise<number> {
    for await (const { device } of withPauses(accounts))
      tally.add(device, replay(rule, licenceReadings(device, rule.levels, from, to)))
    return accounts.length
  }

  async #readCommands({ rule, accounts, from, to }: TrialQuestion, tally: TrialTally): Promise<number> {
    for (const some of slicesOf(accounts, TOGETHER)) {
      const read = await this.#parts.store.read((unit) =>
        Array.fromAsync(some, ({ device }) => unit.commands.ofDevice(device.id, COMMANDS_READ)),
      )
      for (const [at, { device }] of some.entries())
        tally.add(device, replay(rule, overdueReadings((read[at] ?? []).reverse(), rule.levels, from, to)))
    }
    return accounts.length
  }
}

/** The accounts that pulsed last come first: a cut leaves out those that are silent for the longest. */
function newestFirst(accounts: readonly LiveDevice[]): LiveDevice[] {
  return [...accounts].sort((one, other) => (other.pulse?.at ?? 0) - (one.pulse?.at ?? 0))
}
