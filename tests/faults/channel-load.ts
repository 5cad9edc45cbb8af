import type Database from 'better-sqlite3'
import { expect } from 'vitest'
import type { ConsoleSession } from '../bench/server/console-session.ts'
import { bark } from '../support/channels/bark.ts'
import { ChannelStub } from '../support/channels/channel-stub.ts'

const PHONES = 4
/** More than can be on their way at once. */
const HUNG = 20

/** Messages to people's channels while the server is killed again and again. */
export class ChannelLoad {
  readonly messages = 60
  readonly #stub: ChannelStub
  #channels: number[] = []

  private constructor(stub: ChannelStub) {
    this.#stub = stub
  }

  static async start(): Promise<ChannelLoad> {
    return new ChannelLoad(await ChannelStub.start(() => Date.now()))
  }

  stop(): Promise<void> {
    return this.#stub.stop()
  }

  async setUp(session: ConsoleSession): Promise<void> {
    for (let phone = 0; phone < PHONES; phone++) {
      const fields = bark.fields(this.#stub.base, phone)
      const { id } = await session.call('channel_save', { kind: 'bark', name: `phone ${phone}`, fields })
      this.#channels.push(id)
    }
  }

  /** Stores messages as their causes do. Each fills a parcel. */
  queue(db: Database.Database, now: number): void {
    const insert = db.prepare(
      `INSERT INTO outbox (key, kind, purpose, channel_id, operator_id, text, state, next_at, created_at)
       VALUES (?, 'channel', 'drawdown', ?, 1, ?, 'waiting', ?, ?)`,
    )
    for (let n = 0; n < this.messages; n++) {
      const text = `message ${n} ${'x'.repeat(1500)}`
      insert.run(`channel-kill:${n}`, this.#channels[n % PHONES], text, now, now)
    }
  }

  /** A few messages arrive. The next ones arrive without an answer, or don't arrive: the server can't tell. */
  beginRound(taken: number): void {
    this.#stub.moods.splice(0)
    for (let n = 0; n < PHONES + taken; n++) this.#stub.moods.push('ok')
    for (let n = 0; n < HUNG; n++) this.#stub.moods.push(n % 2 === 0 ? 'silent' : 'hang')
  }

  /** A message is under way to each phone, and nobody answers. */
  get isStuck(): boolean {
    return this.#stub.moods.length <= HUNG - PHONES
  }

  endRounds(): void {
    this.#stub.moods.splice(0)
  }

  /** Each message arrived, in its order. A repeat has a mark, and each kill caused at most one to a phone. */
  check(kills: number): void {
    for (let phone = 0; phone < PHONES; phone++) {
      const key = bark.fields('', phone).key
      const texts = this.#stub.delivered.filter(({ to }) => to === key).map(({ text }) => text)
      const seen = new Set<number>()
      const repeats: string[] = []
      for (const text of texts) {
        const n = Number(/message ([0-9]+) /.exec(text)?.[1])
        if (seen.has(n)) repeats.push(text.slice(0, 40))
        seen.add(n)
      }
      expect([...seen]).toEqual(
        Array.from({ length: this.messages / PHONES }, (_, at) => at * PHONES + phone),
      )
      expect(repeats.filter((text) => text.startsWith('message'))).toEqual([])
      expect(repeats.length).toBeLessThanOrEqual(kills)
    }
  }
}
