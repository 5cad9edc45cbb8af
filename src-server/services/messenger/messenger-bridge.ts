import type { Bus } from '../../copies/bus.ts'
import type { BotLine } from '../../copies/messages.ts'
import type { BridgeReason, BridgeState } from '../../contract/messenger-names.ts'
import type {
  Clock,
  InboundConnection,
  InboundState,
  InboundText,
  Log,
  MessengerBot,
  MessengerInbound,
} from '../../contract/ports.ts'
import type { Application } from '../../domain/application/application.ts'
import { botOf, canSend } from '../../domain/application/messenger-bot.ts'
import { oneBase } from '../../outbound/feishu/bases.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { MessengerInbox } from './messenger-inbox.ts'

interface Parts {
  readonly applications: ApplicationRegistry
  readonly inbound: MessengerInbound
  readonly inbox: MessengerInbox
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
}

/** The state of an application's bridge. Times are Unix seconds. */
export interface BridgeStatus {
  readonly on: boolean
  readonly state: BridgeState
  readonly since: number
  readonly lastEventAt: number | null
  readonly reason: BridgeReason
  readonly code?: number
  readonly shared: number
}

/** One connection to one bot, shared by all applications with that bot. */
interface Line {
  readonly bot: MessengerBot
  connection: InboundConnection | undefined
  /** Counts the connections. Reports of an earlier connection are ignored. */
  turn: number
  state: Exclude<BridgeState, 'off'>
  reason: BridgeReason
  code: number | undefined
  since: number
  lastEventAt: number | null
  /** Connects again then, unless it is connected. */
  retryAt: number
  failures: number
}

/** Connects again after so long without a connection, seconds; twice as long each time. */
const STUCK_SECONDS = 180
/** A refusal can end by itself: the bot is corrected, or another server stops using it. */
const REFUSED_SECONDS = 60
const LONGEST_SECONDS = 1800

/**
 * Keeps a connection to the bot of each application that wants one, and passes on what people write to it. Follows
 * the settings.
 */
export class MessengerBridge {
  readonly #parts: Parts
  readonly #lines = new Map<string, Line>()
  readonly #underWay = new Set<Promise<void>>()
  #isOpen = false
  /** The steward's connections, by application, where another copy of the server is the steward. */
  #ofSteward: ReadonlyMap<number, BotLine> = new Map()
  #hasNews = false

  constructor(parts: Parts) {
    this.#parts = parts
    parts.bus.gather('botLines', () => this.#takeNews())
    parts.bus.subscribe('botLines', (lines) => {
      this.#ofSteward = new Map(lines.map((line) => [line.app, line]))
    })
    parts.bus.onJoin(() => {
      this.#hasNews = true
    })
    parts.applications.onChange(() => {
      if (this.#isOpen) this.#follow()
    })
  }

  begin(): void {
    this.#isOpen = true
    this.#follow()
  }

  /** The machine slept: connections from before may be dead without a sign of it. */
  resume(): void {
    for (const line of this.#lines.values()) {
      line.failures = 0
      this.#open(line)
    }
  }

  /** Connects again where a connection is stuck. */
  look(): void {
    const now = this.#parts.clock.now()
    for (const line of this.#lines.values()) {
      if (line.state === 'connected' || now < line.retryAt) continue
      line.failures++
      this.#open(line)
    }
  }

  status(application: Application): BridgeStatus {
    const { mt5 } = application
    const none = { since: 0, lastEventAt: null, shared: 0 } as const
    if (!mt5.bridge) return { on: false, state: 'off', reason: '', ...none }
    if (!mt5.messengerEnabled) return { on: true, state: 'failed', reason: 'switched_off', ...none }
    if (!isWanted(application)) return { on: true, state: 'failed', reason: 'credentials', ...none }
    const key = keyOf(lineOf(application))
    const line = this.#isOpen ? this.#lines.get(key) : this.#ofSteward.get(application.id)
    if (line === undefined) return { on: true, state: 'connecting', reason: '', ...none }
    const { state, since, lastEventAt, reason, code } = line
    const shared = this.#applicationsOf(key).length
    return { on: true, state, since, lastEventAt, reason, shared, ...(code !== undefined && { code }) }
  }

  /** Ends the connections at once: another copy of the server has them. */
  end(): void {
    this.#isOpen = false
    for (const line of this.#lines.values()) closeLine(line)
    this.#lines.clear()
  }

  /** Ends the connections, and finishes the messages that were received. */
  async close(): Promise<void> {
    this.end()
    await Promise.allSettled(this.#underWay)
  }

  /** The connections for the copies that have none, when one of them changed. */
  #takeNews(): BotLine[][] {
    if (!this.#isOpen || !this.#hasNews) return []
    this.#hasNews = false
    const lines = [...this.#parts.applications.all()].flatMap(({ settings }) => {
      const line = isWanted(settings) ? this.#lines.get(keyOf(lineOf(settings))) : undefined
      if (line === undefined) return []
      const { state, reason, code, since, lastEventAt } = line
      return [{ app: settings.id, state, reason, code, since, lastEventAt }]
    })
    return [lines]
  }

  #follow(): void {
    this.#hasNews = true
    const wanted = new Map<string, MessengerBot>()
    for (const { settings } of this.#parts.applications.all()) {
      if (isWanted(settings)) wanted.set(keyOf(lineOf(settings)), lineOf(settings))
    }
    for (const [key, line] of this.#lines) {
      if (wanted.has(key)) continue
      closeLine(line)
      this.#lines.delete(key)
    }
    for (const [key, bot] of wanted) {
      if (this.#lines.has(key)) continue
      const line = newLine(bot)
      this.#lines.set(key, line)
      this.#open(line)
    }
  }

  #open(line: Line): void {
    const now = this.#parts.clock.now()
    this.#hasNews = true
    closeLine(line)
    const turn = line.turn
    line.state = 'connecting'
    line.reason = ''
    line.code = undefined
    line.since = now
    line.retryAt = now + backOff(STUCK_SECONDS, line.failures)
    const isCurrent = () => line.turn === turn
    line.connection = this.#parts.inbound.connect(line.bot, {
      received: (message) => {
        if (isCurrent()) this.#receive(line, message)
      },
      ignored: () => {
        if (isCurrent()) this.#noteEvent(line)
      },
      changed: (state) => {
        if (isCurrent()) this.#turnTo(line, state)
      },
    })
  }

  #noteEvent(line: Line): void {
    line.lastEventAt = this.#parts.clock.now()
    this.#hasNews = true
  }

  #turnTo(line: Line, reported: InboundState): void {
    const { clock, log } = this.#parts
    const now = clock.now()
    this.#hasNews = true
    const before = line.state
    const { state, reason } = readState(reported)
    line.code = reported.state === 'refused' ? reported.code : undefined
    line.state = state
    line.reason = reason
    if (state !== before) line.since = now
    if (state === 'connected') line.failures = 0
    else if (reported.state === 'refused') line.retryAt = now + backOff(REFUSED_SECONDS, line.failures)
    else if (state === 'failed') line.retryAt = Infinity
    // A connected line has no retry time, so it gets one now.
    else if (before === 'connected') line.retryAt = now + STUCK_SECONDS
    if (state !== before) {
      log.info('messenger.bridge', { bot: line.bot.appId, state, reason, code: line.code })
    }
  }

  #receive(line: Line, message: InboundText): void {
    const { log, inbox } = this.#parts
    this.#noteEvent(line)
    const applications = this.#applicationsOf(keyOf(line.bot))
    const work = inbox
      .receive(line.bot.appId, applications, message)
      .catch((error: unknown) => {
        log.error('messenger.heard', error)
      })
      .finally(() => {
        this.#underWay.delete(work)
      })
    this.#underWay.add(work)
  }

  /** In the order of ids: an answer that belongs to no application uses the language of the first one. */
  #applicationsOf(key: string): Application[] {
    return [...this.#parts.applications.all()]
      .map(({ settings }) => settings)
      .filter((application) => isWanted(application) && keyOf(lineOf(application)) === key)
      .sort((a, b) => a.id - b.id)
  }
}

/** A bot of an application with its messenger switched off could not answer. */
function isWanted({ mt5 }: Application): boolean {
  return mt5.bridge && canSend(mt5)
}

function lineOf({ mt5 }: Application): MessengerBot {
  return { ...botOf(mt5), base: oneBase(mt5.messengerBase) }
}

function keyOf({ base, appId, appSecret }: MessengerBot): string {
  return JSON.stringify([base, appId, appSecret])
}

function newLine(bot: MessengerBot): Line {
  return {
    bot,
    connection: undefined,
    turn: 0,
    state: 'connecting',
    reason: '',
    code: undefined,
    since: 0,
    lastEventAt: null,
    retryAt: 0,
    failures: 0,
  }
}

function closeLine(line: Line): void {
  line.turn++
  line.connection?.close()
  line.connection = undefined
}

function backOff(seconds: number, failures: number): number {
  return Math.min(seconds * 2 ** Math.min(failures, 10), LONGEST_SECONDS)
}

function readState({ state }: InboundState): Pick<Line, 'state' | 'reason'> {
  switch (state) {
    case 'connecting':
    case 'connected':
      return { state, reason: '' }
    case 'waiting':
      return { state, reason: 'unreachable' }
    case 'refused':
    case 'app_id':
    case 'base':
      return { state: 'failed', reason: state }
  }
}
