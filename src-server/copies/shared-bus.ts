import type { Log } from '../contract/ports.ts'
import { PACKET_LENGTH, type CopyLink } from '../store/copy-link.ts'
import { BusEnd } from './bus-end.ts'
import type { Messages, Topic } from './messages.ts'
import { pack, Packets, type Sent } from './packets.ts'

interface Parts {
  readonly link: Pick<CopyLink, 'send' | 'self'>
  readonly log: Log
}

/** Messages that wait for a packet under way. More than these wait where the store is away, and nobody misses them. */
const MOST_WAITING = 10_000

/**
 * The bus of copies in several processes. One frame takes all messages of a turn of the event loop. Messages that come
 * while a frame is on its way go in the next one.
 */
export class SharedBus extends BusEnd {
  readonly #parts: Parts
  readonly #packets = new Packets()
  readonly #missed: (() => void)[] = []
  readonly #others = new Set<string>()
  /** The name of this copy is at most eight bytes in hexadecimal, before a packet. */
  readonly #room: number
  #waiting: Sent[] = []
  /** Whether messages went to nobody since the last frame that arrived. */
  #hasLost = false
  #hasMet = false
  #frames = 0
  #sending: Promise<void> | undefined

  constructor(parts: Parts) {
    super(parts.log)
    this.#parts = parts
    this.#room = PACKET_LENGTH - parts.link.self.name.length - 1
    this.hearers.add('missed', () => {
      this.meet()
    })
    this.hearers.add('lost', () => {
      this.#readAnew()
    })
  }

  get hasOthers(): boolean {
    return this.#others.size > 0
  }

  publish<T extends Topic>(topic: T, message: Messages[T]): void {
    if (!this.hasOthers || this.#waiting.length >= MOST_WAITING) {
      // A copy that was taken for dead may be back soon. One that joins has read everything.
      this.#hasLost = this.#hasMet
      return
    }
    this.#waiting.push([topic, message] as Sent)
    this.#sending ??= this.#send()
  }

  override flush(): void {
    super.flush()
    if (this.#hasLost && this.hasOthers) this.#sending ??= this.#send()
  }

  onMissed(callback: () => void): void {
    this.#missed.push(callback)
  }

  leave(): void {
    this.#others.clear()
    this.#waiting = []
    this.#hasLost = false
  }

  /** Resolves when everything published so far is on its way, or lost. */
  async sent(): Promise<void> {
    while (this.#sending !== undefined) await this.#sending
  }

  /** The copies that run now, without this one. */
  follow(names: readonly string[]): void {
    const now = new Set(names)
    for (const name of this.#others)
      if (!now.has(name)) {
        this.#others.delete(name)
        this.#packets.forget(name)
      }
    for (const name of names) this.alive(name)
  }

  alive(name: string): void {
    if (this.#others.has(name)) return
    this.#others.add(name)
    this.#hasMet = true
    this.meet()
  }

  take(copy: string, packet: string): void {
    this.alive(copy)
    let messages: readonly Sent[] = []
    try {
      messages = this.#packets.take(copy, packet)
    } catch (error) {
      this.#parts.log.error('bus.packet', error, { copy })
    }
    for (const [topic, message] of messages) this.hearers.hear(topic, message)
  }

  /**
   * Messages of the others may be lost. They tell again what they told once and for all. So does this copy: another
   * one may have asked for it meanwhile.
   */
  miss(): void {
    this.#readAnew()
    this.meet()
    this.publish('missed', null)
  }

  #readAnew(): void {
    for (const callback of this.#missed) callback()
  }

  async #send(): Promise<void> {
    // The rest of this turn of the event loop may publish more.
    await Promise.resolve()
    for (let goesOn = true; goesOn && this.#waiting.length + Number(this.#hasLost) > 0;)
      goesOn = await this.#sendFrame()
    this.#sending = undefined
  }

  /** @returns whether it is on its way */
  async #sendFrame(): Promise<boolean> {
    const messages = this.#waiting
    const frame: readonly Sent[] = this.#hasLost ? [['lost', null], ...messages] : messages
    if (this.#hasLost) this.meet()
    this.#hasLost = false
    this.#waiting = []
    try {
      await this.#parts.link.send(pack(frame, ++this.#frames, this.#room))
      return true
    } catch (error) {
      // At most once. The next frame says that these are lost.
      this.#hasLost = true
      const why = error instanceof Error ? error.message : String(error)
      if (messages.length > 0) this.#parts.log.warn('bus.send', { lost: messages.length, why })
      return false
    }
  }
}
