import { guarded } from '../contract/guarded.ts'
import type { Log } from '../contract/ports.ts'
import { ChangesForgotten, type CopyLink, type CopyRow } from '../store/copy-link.ts'
import type { Copies, Copy, Standing } from './copies.ts'
import { SharedBus } from './shared-bus.ts'
import { SharedCounters } from './shared-counters.ts'
import { SharedFeed } from './shared-feed.ts'

interface Parts {
  /** Joined before anything is read from the store. */
  readonly link: CopyLink
  /** Unix seconds. */
  readonly now: () => number
  /** Milliseconds by a clock that nobody sets. */
  readonly steadyMs: () => number
  /** Unix milliseconds by this machine's clock, where it must agree with the store's. */
  readonly wallMs?: (() => number) | undefined
  /** This copy can't follow the others any more: its process must end, and start again. */
  readonly lost: (why: Error) => void
}

export interface SharedCopies extends Copies {
  /** Hears what the others have committed, and brings everything that gathered at this copy to them. */
  readonly settle: () => Promise<void>
}

/** A copy that hears no hint looks so often, milliseconds. */
const LOOK_MS = 250
const BEAT_MS = 1000
/** A copy that has not looked for so long asks the store before each decision, milliseconds. */
const CURRENT_MS = 2000
/** No message goes to a copy that has been silent for so long, milliseconds. */
const SILENT_MS = 5000
/** Clocks of two machines differ by less, unless one of them is not kept, milliseconds. */
const CLOCK_MS = 2000

/** The copies of a server in processes of their own, over their common store. One copy of this process can join. */
export function createSharedCopies(parts: Parts): SharedCopies {
  let joined: SharedCopy | undefined
  return {
    join: (log) => (joined = new SharedCopy(parts, log)),
    settle: async () => joined?.settle(),
  }
}

class SharedCopy implements Copy {
  readonly isShared = true
  readonly name: string
  readonly feed: SharedFeed
  readonly bus: SharedBus
  readonly counters: SharedCounters
  readonly standing: Standing
  readonly #parts: Parts
  readonly #log: Log
  readonly #timers: readonly NodeJS.Timeout[]
  #known: readonly CopyRow[] = []
  #beating: Promise<void> | undefined
  /** Whether the log says already that the store gives no answer. */
  #isSaid = false
  #clockMs = 0

  constructor(parts: Parts, log: Log) {
    const { link, steadyMs } = parts
    this.#parts = parts
    this.#log = log
    this.name = link.self.name
    const failed = (error: unknown) => {
      this.#fail(error)
    }
    this.feed = new SharedFeed({ link, steadyMs, failed })
    const { feed } = this
    this.bus = new SharedBus({ link, log })
    this.counters = new SharedCounters({
      link,
      tell: (told) => {
        this.bus.publish('counts', told)
      },
      failed,
    })
    this.bus.subscribe('counts', (told) => {
      this.counters.hear(told)
    })
    const [known, clockMs] = [() => this.#known, () => this.#clockMs]
    this.standing = {
      get isCurrent() {
        return steadyMs() - feed.lookedAt < CURRENT_MS
      },
      get isAway() {
        return feed.isFailing
      },
      get lagMs() {
        return steadyMs() - feed.lookedAt
      },
      get clockMs() {
        return clockMs()
      },
      catchUp: () => feed.look(),
      get known() {
        return known()
      },
    }
    this.#hear()
    this.#timers = [this.#every(LOOK_MS, () => this.#look()), this.#every(BEAT_MS, () => this.#beat())]
    void this.#beat()
    this.counters.load(parts.now()).catch(failed)
  }

  tidy(now: number): Promise<void> {
    return this.#parts.link.tidy(now)
  }

  async leave(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.bus.leave()
    await Promise.all([this.feed.told(), this.bus.sent(), this.counters.stored(), this.#beating])
    await this.#parts.link.close()
  }

  async settle(): Promise<void> {
    // A message about a record comes to a copy that knows the record.
    await Promise.all([this.feed.told(), this.feed.look()])
    this.bus.flush()
    // Stored counts are published too.
    await this.counters.stored()
    await this.bus.sent()
  }

  #hear(): void {
    this.#parts.link.open({
      changed: () => {
        void this.#look()
      },
      alive: (copy) => {
        this.bus.alive(copy)
      },
      packet: (copy, text) => {
        this.bus.take(copy, text)
      },
      missed: () => {
        this.bus.miss()
        void this.#look()
      },
    })
  }

  async #look(): Promise<void> {
    if (!(await this.feed.look()) || !this.#isSaid) return
    this.#isSaid = false
    this.#log.info('copies.back')
  }

  async #beat(): Promise<void> {
    await (this.#beating ??= this.#tryBeat().finally(() => {
      this.#beating = undefined
    }))
  }

  async #tryBeat(): Promise<void> {
    try {
      const { link, wallMs } = this.#parts
      const before = wallMs?.()
      const { copies, at } = await link.beat({ lagMs: this.standing.lagMs, clockMs: this.#clockMs })
      this.#known = copies
      if (before !== undefined && wallMs !== undefined) this.#compareClocks(apart(before, wallMs(), at))
      const others = this.#known.filter(({ name, silentMs }) => name !== this.name && silentMs < SILENT_MS)
      this.bus.follow(others.map(({ name }) => name))
    } catch (error) {
      this.#fail(error)
    }
  }

  #compareClocks(ms: number): void {
    const [wasOff, isOff] = [this.#clockMs, ms].map((one) => Math.abs(one) > CLOCK_MS)
    this.#clockMs = ms
    if (isOff === wasOff) return
    if (isOff === true) this.#log.warn('copies.clock_off', { ms })
    else this.#log.info('copies.clock_right')
  }

  #every(ms: number, work: () => Promise<void>): NodeJS.Timeout {
    return setInterval(
      guarded(this.#log, 'copies', () => void work()),
      ms,
    ).unref()
  }

  #fail(error: unknown): void {
    if (error instanceof ChangesForgotten) {
      this.#parts.lost(error)
      return
    }
    if (this.#isSaid) return
    this.#isSaid = true
    this.#log.warn('copies.away', { why: error instanceof Error ? error.message : String(error) })
  }
}

/**
 * The least lead of a clock over another one, which was read between two looks at the first.
 * @returns whole milliseconds; 0 where both may be right
 */
function apart(before: number, after: number, other: number): number {
  return Math.round(Math.max(before - other, 0) + Math.min(after - other, 0))
}
