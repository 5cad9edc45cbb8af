import { accountAt, type Account } from '../../simulator/fleet/account.ts'
import type { Credentials } from '../../simulator/fleet/credentials.ts'
import { createTally, type Tally } from '../../simulator/fleet/tally.ts'
import { startTerminal, type Terminal } from '../../simulator/fleet/terminal.ts'
import { INSTRUMENTS } from '../../simulator/market/instruments.ts'
import { createPriceFeed } from '../../simulator/market/price-feed.ts'
import { createRandom } from '../../simulator/random.ts'
import { openConnection, type Connection } from '../../simulator/wire/connection.ts'
import { mixedDialect } from '../../simulator/wire/dialect.ts'
import { readFlag } from '../../simulator/wire/reply.ts'

const SEED = 7
const TURN_MS = 2000
/** Market time between two turns: a minute of test holds an hour of trading. */
const MARKET_SECONDS = 60

/** One pulse's report and its answer. */
export interface RecordedPulse {
  readonly positions: number
  readonly closeAll: boolean
  readonly pauseOpen: boolean
}

interface FleetTerminal {
  readonly terminal: Terminal
  readonly pulses: RecordedPulse[]
  turns: number
  held: boolean
  turning: Promise<void>
}

/** Simulated terminals that call by themselves, except the held ones, whose turns a test takes. */
export class TerminalFleet {
  readonly accounts: readonly Account[]
  readonly tally: Tally = createTally()
  readonly #entries: readonly FleetTerminal[]
  readonly #timer: NodeJS.Timeout

  /** One terminal a code. */
  constructor(server: URL, credentials: Credentials, codes: readonly string[]) {
    const random = (index: number) => createRandom(SEED, `account ${index}`)
    this.accounts = codes.map((_, index) => accountAt(SEED, index, random(index)))
    this.#entries = codes.map((kami, index) => {
      const pulses: RecordedPulse[] = []
      const instrument = random(index).pick(INSTRUMENTS)
      const dialect = mixedDialect(random(index))
      const terminal = startTerminal({
        index,
        account: this.accounts[index]!,
        kami,
        credentials,
        dialect,
        instrument,
        feed: createPriceFeed(instrument, createRandom(SEED, instrument.symbol)),
        random: random(index),
        connection: recordPulses(openConnection(server, dialect.keepAlive), pulses),
        obey: true,
        tally: this.tally,
      })
      return { terminal, pulses, turns: 0, held: false, turning: Promise.resolve() }
    })
    this.#timer = setInterval(() => {
      this.#entries.forEach((entry, index) => {
        if (!entry.held) void this.turn(index)
      })
    }, TURN_MS)
  }

  /** Every pulse of one terminal so far. */
  pulsesOf(index: number): readonly RecordedPulse[] {
    return this.#entries[index]!.pulses
  }

  /** From now on this terminal calls only at `turn`. */
  async hold(index: number): Promise<void> {
    const entry = this.#entries[index]!
    entry.held = true
    await entry.turning
  }

  release(index: number): void {
    this.#entries[index]!.held = false
  }

  /** One call of one terminal. @returns its latest pulse */
  async turn(index: number): Promise<RecordedPulse | undefined> {
    const entry = this.#entries[index]!
    entry.turning = entry.turning.then(() => entry.terminal.turn(entry.turns++ * MARKET_SECONDS))
    await entry.turning
    return entry.pulses.at(-1)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#entries.map(({ turning }) => turning))
    for (const { terminal } of this.#entries) terminal.close()
  }
}

function recordPulses(connection: Connection, pulses: RecordedPulse[]): Connection {
  return {
    async send(call) {
      const reply = await connection.send(call)
      // The pairs of a terminal are in its address, in a form or in a flat object.
      const positions = /\bpositions"?[=:]"?(\d+)/.exec(`${call.path} ${call.body.toString()}`)?.[1]
      if (call.path.includes('api=mt5pulse')) {
        pulses.push({
          positions: Number(positions),
          closeAll: readFlag(reply.text, 'close_all'),
          pauseOpen: readFlag(reply.text, 'pause_open'),
        })
      }
      return reply
    },
    close: () => {
      connection.close()
    },
  }
}
