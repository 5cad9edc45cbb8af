import type { LiveEventName } from '../contract/live.ts'

/** The connection of one subscriber. */
export interface LiveSink {
  send(chunk: string): void
  /** Bytes sent that the other side hasn't taken yet. */
  backlog(): number
}

/**
 * With this backlog a connection gets no more events. When it catches up, it must read everything again.
 * Bytes.
 */
const MOST_BACKLOG = 4 * 1024 * 1024
/** The maximum size of the events kept for returning clients, characters. */
const MOST_KEPT = 4 * 1024 * 1024

interface Kept {
  readonly seq: number
  readonly chunk: string
}

/**
 * The events of one scope, numbered, so that a returning client continues where it was. Missed events are
 * kept for a while. After that the client gets `reset` and must read everything again.
 */
export class LiveChannel {
  readonly #epoch: string
  readonly #behind = new Set<LiveSink>()
  readonly sinks = new Set<LiveSink>()
  #kept: Kept[] = []
  #keptSize = 0
  #seq = 0

  /** @param epoch distinguishes this channel's numbers from those of an earlier one */
  constructor(epoch: string) {
    this.#epoch = epoch
  }

  subscribe(sink: LiveSink, lastEventId: string | undefined): void {
    this.sinks.add(sink)
    if (lastEventId === undefined) {
      // An id at once, so that a client cut off before the first event can return to this point.
      sink.send(`id: ${this.#id(this.#seq)}\nevent: hello\ndata: {}\n\n`)
      return
    }
    const missed = this.#since(lastEventId)
    if (missed === undefined) this.#reset(sink)
    else for (const { chunk } of missed) sink.send(chunk)
  }

  unsubscribe(sink: LiveSink): void {
    this.sinks.delete(sink)
    this.#behind.delete(sink)
  }

  /** @param data JSON without line breaks */
  publish(event: LiveEventName, data: string): void {
    this.#seq++
    const chunk = `id: ${this.#id(this.#seq)}\nevent: ${event}\ndata: ${data}\n\n`
    this.#keep({ seq: this.#seq, chunk })
    for (const sink of this.sinks) this.#send(sink, chunk)
  }

  /** Everybody must read everything again. Events of before are worth nothing to those who return. */
  reset(): void {
    this.#kept = []
    this.#keptSize = 0
    this.#seq++
    for (const sink of this.sinks) this.#reset(sink)
  }

  /** Sends without a number and without keeping it, for data that only matters now. */
  broadcast(event: LiveEventName, data: string): void {
    for (const sink of this.sinks)
      if (!this.#behind.has(sink)) sink.send(`event: ${event}\ndata: ${data}\n\n`)
  }

  #send(sink: LiveSink, chunk: string): void {
    const backlog = sink.backlog()
    if (this.#behind.has(sink)) {
      if (backlog > 0) return
      this.#behind.delete(sink)
      this.#reset(sink)
      return
    }
    if (backlog > MOST_BACKLOG) this.#behind.add(sink)
    else sink.send(chunk)
  }

  #reset(sink: LiveSink): void {
    sink.send(`id: ${this.#id(this.#seq)}\nevent: reset\ndata: {}\n\n`)
  }

  #keep(kept: Kept): void {
    this.#kept.push(kept)
    this.#keptSize += kept.chunk.length
    while (this.#keptSize > MOST_KEPT) this.#keptSize -= this.#kept.shift()?.chunk.length ?? this.#keptSize
  }

  #id(seq: number): string {
    return `${this.#epoch}-${seq}`
  }

  #since(lastEventId: string): Kept[] | undefined {
    const match = /^(.{1,64})-([0-9]{1,15})$/.exec(lastEventId)
    if (match?.[1] !== this.#epoch) return undefined
    const seq = Number(match[2])
    const oldest = this.#kept[0]?.seq ?? this.#seq + 1
    if (seq > this.#seq || seq < oldest - 1) return undefined
    return this.#kept.slice(this.#kept.length - (this.#seq - seq), this.#kept.length)
  }
}
