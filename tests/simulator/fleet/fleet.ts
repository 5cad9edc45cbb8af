import { setTimeout as delay } from 'node:timers/promises'
import { INSTRUMENTS } from '../market/instruments.ts'
import { createPriceFeed } from '../market/price-feed.ts'
import { createRandom } from '../random.ts'
import { openConnection } from '../wire/connection.ts'
import { mixedDialect, plainDialect } from '../wire/dialect.ts'
import { accountAt } from './account.ts'
import type { Credentials } from './credentials.ts'
import type { Tally } from './tally.ts'
import type { Terminal } from './terminal.ts'
import { startTerminal } from './terminal.ts'

export interface FleetOptions {
  readonly server: URL
  readonly accounts: number
  /** Seconds between an account's pulses. */
  readonly interval: number
  /** Account n logs in with code n; accounts without a code use mt5logon. */
  readonly codes: readonly string[]
  readonly credentials: Credentials
  readonly profile: 'mixed' | 'plain'
  readonly obey: boolean
  readonly seed: number
}

function buildTerminals(options: FleetOptions, tally: Tally): Terminal[] {
  const { seed } = options
  const feeds = new Map(
    INSTRUMENTS.map((one) => [one.symbol, createPriceFeed(one, createRandom(seed, one.symbol))]),
  )
  return Array.from({ length: options.accounts }, (_, index) => {
    const random = createRandom(seed, `account ${index}`)
    const dialect = options.profile === 'mixed' ? mixedDialect(random) : plainDialect(random)
    const instrument = random.pick(INSTRUMENTS)
    return startTerminal({
      index,
      account: accountAt(seed, index, random),
      kami: options.codes[index],
      credentials: options.credentials,
      dialect,
      instrument,
      feed: feeds.get(instrument.symbol) ?? createPriceFeed(instrument, random),
      random,
      connection: openConnection(options.server, dialect.keepAlive),
      obey: options.obey,
      tally,
    })
  })
}

/**
 * Runs every terminal until `stop`, with starts spread over one interval. An account never has two calls at
 * once.
 */
export async function runFleet(options: FleetOptions, tally: Tally, stop: AbortSignal): Promise<void> {
  const startedMs = performance.now()
  const elapsed = () => (performance.now() - startedMs) / 1000
  const waitUntil = (second: number) =>
    delay(Math.max(0, second - elapsed()) * 1000, undefined, { signal: stop }).catch(() => undefined)
  const terminals = buildTerminals(options, tally)
  await Promise.all(
    terminals.map(async (terminal, index) => {
      let due = (index / terminals.length) * options.interval
      await waitUntil(due)
      while (!stop.aborted) {
        // The planned second, not the real one: the market is the same in every run.
        await terminal.turn(due)
        // A late answer skips turns instead of piling them up.
        due += options.interval * Math.max(1, Math.ceil((elapsed() - due) / options.interval))
        await waitUntil(due)
      }
      terminal.close()
    }),
  )
}
