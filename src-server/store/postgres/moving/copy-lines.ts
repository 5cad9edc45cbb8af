import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import type { Lines } from '../../moving/move-end.ts'

/** Lines that are handed on together, and the length from which on they are. */
const MOST_LINES = 1000
const MOST_LENGTH = 1 << 20
/** The batches that wait for their reader. */
const MOST_WAITING = 4

/** The driver's connection: its types leave out what COPY needs. */
interface CopyConnection {
  readonly stream: Writable & { pause(): void; resume(): void }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(why: string): void
}

/** A COPY of the driver's queue of statements. The driver calls its members. */
abstract class Copy implements pg.Submittable {
  readonly #text: string
  readonly #end = Promise.withResolvers<undefined>()
  #error: Error | undefined

  constructor(text: string) {
    this.#text = text
    // Whoever waits for the end gets its error.
    this.#end.promise.catch(() => undefined)
  }

  /** Rejects with the error of the database. */
  get ended(): Promise<undefined> {
    return this.#end.promise
  }

  submit(connection: pg.Connection): void {
    ;(connection as unknown as CopyConnection).query(this.#text)
  }

  handleError(error: Error): void {
    this.#error = error
    this.#end.reject(error)
  }

  handleReadyForQuery(): void {
    if (this.#error === undefined) this.#end.resolve(undefined)
  }

  handleCommandComplete(): void {
    // The end of the statement follows.
  }
}

class CopyIn extends Copy {
  readonly #begun = Promise.withResolvers<CopyConnection>()

  get begun(): Promise<CopyConnection> {
    return this.#begun.promise
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#begun.resolve(connection)
  }
}

class CopyOut extends Copy {
  readonly #batches: Lines[] = []
  #lines: string[] = []
  #length = 0
  #isOver = false
  #connection: CopyConnection | undefined
  #wake: () => void = () => undefined

  constructor(text: string) {
    super(text)
    this.ended.then(
      () => {
        this.#close()
      },
      () => {
        this.#close()
      },
    )
  }

  /** Each message has one row, with its line's end. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }, connection: CopyConnection): void {
    this.#connection = connection
    const line = chunk.toString('utf8', 0, chunk.length - 1)
    this.#lines.push(line)
    this.#length += line.length
    if (this.#lines.length >= MOST_LINES || this.#length >= MOST_LENGTH) this.#flush()
    if (this.#batches.length >= MOST_WAITING) connection.stream.pause()
  }

  /** The next lines. undefined: there are no more. */
  async next(): Promise<Lines | undefined> {
    for (;;) {
      const batch = this.#batches.shift()
      if (batch !== undefined) {
        if (this.#batches.length < MOST_WAITING) this.#connection?.stream.resume()
        return batch
      }
      if (this.#isOver) {
        await this.ended
        return undefined
      }
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  /** Lets the rest of the rows pass by. */
  async skip(): Promise<void> {
    while ((await this.next()) !== undefined);
  }

  #flush(): void {
    if (this.#lines.length > 0) this.#batches.push(this.#lines)
    this.#lines = []
    this.#length = 0
    this.#wake()
  }

  #close(): void {
    this.#isOver = true
    this.#flush()
  }
}

/** Reads the rows of `COPY … TO STDOUT`. No other statement may use the connection before the last row. */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Lines> {
  const copy = client.query(new CopyOut(text))
  let isRead = false
  try {
    for (let lines = await copy.next(); lines !== undefined; lines = await copy.next()) yield lines
    isRead = true
  } finally {
    if (!isRead) await copy.skip().catch(() => undefined)
  }
}

/** Sends rows to `COPY … FROM STDIN`. @throws errors of the rows and of the database */
export async function copyIn(client: pg.Client, text: string, rows: AsyncIterable<Lines>): Promise<void> {
  const copy = client.query(new CopyIn(text))
  const connection = await Promise.race([copy.begun, copy.ended.then(() => undefined)])
  if (connection === undefined) throw new Error('the database took no rows')
  const { stream } = connection
  try {
    for await (const lines of rows) {
      if (lines.length === 0) continue
      connection.sendCopyFromChunk(Buffer.from(`${lines.join('\n')}\n`))
      if (stream.writableLength > MOST_LENGTH) await Promise.race([once(stream, 'drain'), copy.ended])
    }
  } catch (error) {
    connection.sendCopyFail('the rows ended')
    await copy.ended.catch(() => undefined)
    throw error
  }
  connection.endCopyFrom()
  await copy.ended
}
