import { CLOSE_OVERDUE_SECONDS, PERMANENT_VIP } from '../../contract/limits.ts'
import type { CurrentMarkets } from '../../contract/markets/markets.ts'
import type { RuleSubject } from '../../contract/rule-names.ts'
import type { Application } from '../../domain/application/application.ts'
import { authorize } from '../../domain/device/authorization.ts'
import type { Command } from '../../domain/device/command.ts'
import type { Device } from '../../domain/device/device.ts'
import {
  OLD_SILENCE_SECONDS,
  RETURN_SECONDS,
  silentFor,
  type SilenceWatching,
} from '../../domain/risk/silence.ts'
import type { Rule } from '../../domain/rules/rule.ts'
import { AccountSlices } from '../account-slices.ts'
import type { LiveDevice } from '../live-device.ts'
import type { DeviceRegistry } from '../registry.ts'
import { NOT_WATCHING, watchingAgain } from '../silence-watch.ts'
import type { TerminalWatch } from '../terminal-watch.ts'
import type { RuleBook } from './rule-book.ts'
import type { RuleWatch } from './rule-watch.ts'

interface Parts {
  readonly book: RuleBook
  readonly watch: Pick<RuleWatch, 'judge' | 'judgeSilence'>
  readonly terminals: Pick<TerminalWatch, 'sinceOf'>
  readonly markets: CurrentMarkets
  readonly applicationOf: (appId: number) => Application | undefined
}

const DAY = 86_400

/** Judges accounts by the subjects that time decides. */
export class RuleSweep {
  readonly #parts: Parts
  readonly #slices = new AccountSlices()
  #began = NOT_WATCHING
  /** Nobody is taken for silent before then, Unix seconds. */
  #heldUntil = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A silence that began during the server's absence counts from its return on. */
  resume(devices: DeviceRegistry, now: number): void {
    this.#began = watchingAgain(devices, now, this.#began)
  }

  /** After the machine slept: the server couldn't receive pulses, so this time is no silence. */
  woke(now: number): void {
    this.#began = { ...this.#began, since: now + RETURN_SECONDS }
  }

  /** Pulses that other copies of the server received may be missing here until the accounts pulse again. */
  missed(now: number): void {
    this.#heldUntil = now + RETURN_SECONDS
  }

  /** Runs once a second: judges a slice of all accounts. */
  sweep(devices: DeviceRegistry, now: number): void {
    const { book } = this.#parts
    if (!book.hasTimeRules) return
    for (const live of this.#slices.next(devices)) this.#judge(live, now)
  }

  #judge(live: LiveDevice, now: number): void {
    const { book, watch } = this.#parts
    for (const rule of book.of(live)?.ofTime ?? []) {
      const value = this.#valueOf(live, rule, now)
      if (rule.subject !== 'silence') watch.judge(live, rule, value, now)
      else if (now >= this.#heldUntil) watch.judgeSilence(live, rule, value, now)
    }
  }

  #valueOf(live: LiveDevice, rule: Rule, now: number): number {
    const value = VALUES[rule.subject]
    return value === undefined ? NaN : value(live, now, { ...this.#parts, rule, began: this.#began })
  }
}

interface Around extends Pick<Parts, 'terminals' | 'markets' | 'applicationOf'> {
  readonly rule: Rule
  readonly began: SilenceWatching
}

const VALUES: Readonly<
  Partial<Record<RuleSubject, (live: LiveDevice, now: number, around: Around) => number>>
> = {
  silence: silenceOf,
  close_overdue: ({ command }, now) => minutesOpen(command, now),
  two_terminals: (live, now, { terminals }) => {
    const since = terminals.sinceOf(live)
    return since === undefined ? -Infinity : (now - since) / 60
  },
  licence_end: ({ device }, now) => daysLeft(device, now),
}

/** A silence from before the rule doesn't count. */
function silenceOf(
  { device, pulse }: LiveDevice,
  now: number,
  { rule, began, markets, applicationOf }: Around,
): number {
  const application = applicationOf(device.appId)
  if (pulse === undefined || application === undefined) return NaN
  if (authorize(application, device, now) !== 'authorized') return NaN
  const since = Math.max(began.since, rule.createdAt)
  const notBefore = Math.max(began.notBefore, rule.createdAt - OLD_SILENCE_SECONDS)
  return silentFor(pulse.at, { since, notBefore }, now, () =>
    markets.current.of(device.accountKey, pulse, now),
  )
}

/** Minutes since a terminal took the first command of a chain that is not carried out. */
function minutesOpen(command: Command | undefined, now: number): number {
  if (command === undefined) return -Infinity
  const { state, deliveredAt, repeats } = command
  // The server repeats a command when its time is over.
  const before = repeats * CLOSE_OVERDUE_SECONDS
  switch (state) {
    case 'delivered':
    case 'overdue':
      return (now - (deliveredAt ?? now) + before) / 60
    case 'asked':
      // A repeat continues the chain. How the account is, its next pulse says.
      return repeats > 0 ? NaN : -Infinity
    case 'unreported':
      return NaN
    case 'confirmed':
    case 'withdrawn':
      return -Infinity
  }
}

/** A licence that ended more than a day ago is no news. */
function daysLeft({ vip, disabled }: Device, now: number): number {
  if (vip >= PERMANENT_VIP) return Infinity
  const days = (vip - now) / DAY
  return disabled || days < -1 ? NaN : days
}
