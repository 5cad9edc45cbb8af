import type { PriceFeed } from '../market/price-feed.ts'
import type { Instrument } from '../market/instruments.ts'
import type { Book, Orders } from '../market/trading-account.ts'
import { advance, closeEverything, openAccount, readTelemetry } from '../market/trading-account.ts'
import type { Random } from '../random.ts'
import type { Connection } from '../wire/connection.ts'
import type { Dialect } from '../wire/dialect.ts'
import { readField, readFlag } from '../wire/reply.ts'
import type { WireRequest } from '../wire/request.ts'
import { dressRequest } from '../wire/request.ts'
import type { Pair } from '../wire/signature.ts'
import { checkOf } from '../wire/signature.ts'
import type { Account } from './account.ts'
import { accountKey } from './account.ts'
import type { Credentials } from './credentials.ts'
import { dressGuarded, openReply } from './credentials.ts'
import { identityPairs, programPairs, telemetryPairs } from './pulse-pairs.ts'
import type { Tally } from './tally.ts'
import { countFailure } from './tally.ts'

export interface TerminalSetup {
  readonly index: number
  readonly account: Account
  /** The code it logs in with; undefined: mt5logon alone, which an auto-trial application answers. */
  readonly kami: string | undefined
  readonly credentials: Credentials
  readonly dialect: Dialect
  readonly instrument: Instrument
  readonly feed: PriceFeed
  readonly random: Random
  readonly connection: Connection
  /** Whether pause_open, pause_add and close_all are obeyed. */
  readonly obey: boolean
  readonly tally: Tally
}

/** One EA on one account. */
export interface Terminal {
  /** Logs in, or pulses when logged in. Never throws: failures are counted. */
  turn(second: number): Promise<void>
  close(): void
}

/** After one of these refusals, an EA stops trading and asks again at its next turn. */
const LOGGED_OFF = new Set(['201', '404', '114', '403'])

export function startTerminal(setup: TerminalSetup): Terminal {
  const { account, credentials, dialect, instrument, feed, random, tally } = setup
  let book: Book = openAccount(random)
  let orders: Orders = { pauseOpen: false, pauseAdd: false }
  /** When the login ends, Unix seconds; 0 while logged off. */
  let authorizedUntil = 0

  /** The answer's text where its code is 200 and its check is right. */
  async function call(request: WireRequest, value: string): Promise<string | undefined> {
    tally.calls += 1
    try {
      const reply = await setup.connection.send(request)
      const text = openReply(reply.text, credentials)
      const code = reply.status === 200 ? readField(text, 'code') || 'unreadable' : `http ${reply.status}`
      if (LOGGED_OFF.has(code)) authorizedUntil = 0
      const genuine =
        credentials.appkey === undefined ||
        readField(text, 'check') === checkOf(readField(text, 'time'), credentials.appkey, value)
      if (code === '200' && genuine) {
        tally.live.add(setup.index)
        return text
      }
      countFailure(tally, setup.index, code === '200' ? 'false check' : code)
    } catch (error) {
      countFailure(
        tally,
        setup.index,
        error instanceof Error && 'code' in error ? String(error.code) : String(error),
      )
    }
    return undefined
  }

  function mt5(api: string, pairs: readonly Pair[]): Promise<string | undefined> {
    const value = random.below(1_000_000_000).toString(36)
    const all: readonly Pair[] = [...identityPairs(account, dialect), ...pairs, ['value', value]]
    return call(dressRequest(api, credentials.app, all, dialect), value)
  }

  function kmlogon(kami: string): Promise<string | undefined> {
    const value = random.below(1_000_000_000).toString(36)
    const pairs: readonly Pair[] = [
      ['kami', kami],
      ['markcode', accountKey(account)],
      ['t', String(Math.floor(Date.now() / 1000))],
    ]
    return call(dressGuarded('kmlogon', credentials, pairs, value, dialect), value)
  }

  async function logOn(): Promise<void> {
    const text = setup.kami === undefined ? await mt5('mt5logon', []) : await kmlogon(setup.kami)
    if (text === undefined) return
    tally.logons += 1
    authorizedUntil = Number(readField(text, 'vip'))
  }

  async function pulse(second: number): Promise<void> {
    const price = feed(second)
    book = advance(book, { instrument, price, second }, orders, random)
    const report = readTelemetry(book, instrument, price)
    const figures = telemetryPairs(report, instrument.symbol, dialect, random)
    const text = await mt5('mt5pulse', [...figures, ...programPairs(account, book, report, dialect)])
    if (text === undefined) return
    tally.pulses += 1
    const closes = readFlag(text, 'close_all')
    if (closes) tally.closes += 1
    if (!setup.obey) return
    orders = { pauseOpen: readFlag(text, 'pause_open'), pauseAdd: readFlag(text, 'pause_add') }
    if (closes) book = closeEverything(book, instrument, price, second)
  }

  return {
    turn: (second) => (authorizedUntil * 1000 <= Date.now() ? logOn() : pulse(second)),
    close: () => {
      setup.connection.close()
    },
  }
}
