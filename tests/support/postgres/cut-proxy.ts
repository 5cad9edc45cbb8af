import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ClientMessages } from './client-messages.ts'
import { socketFile } from './cluster.ts'

/** A message of a client to the database. */
interface ClientMessage {
  /** The letter of its type: `Q` for a plain statement, `P`, `B`, `E`, `S` for a prepared one. Empty at the start. */
  readonly type: string
  /** Its content as text. */
  readonly text: string
}

/**
 * - `pass`: goes on to the database.
 * - `cut`: the connection ends, and the database never sees the message.
 * - `half`: the database gets the first half of it, then the connection ends.
 * - `during`: the database gets it, and the connection ends at once.
 * - `after`: the database answers, and the connection ends before the client hears of it.
 * - `hang`: nothing goes either way any more, and no connection ends.
 * - `stall`: the database gets nothing any more, and its connection ends with the client's.
 * - `late`: it comes so many milliseconds later, or its answer does, and everything behind it too.
 */
export type Fate = 'pass' | 'cut' | 'half' | 'during' | 'after' | 'hang' | 'stall' | Late

export interface Late {
  readonly late: 'question' | 'answer'
  readonly ms: number
}

/** One direction of a connection: everything arrives in its order, also what is late, and the end comes last. */
class Line {
  readonly #to: Socket
  #before: Promise<unknown> | undefined

  constructor(to: Socket) {
    this.#to = to
  }

  send(bytes: Buffer): void {
    this.#then(() => this.#to.write(bytes))
  }

  delay(ms: number): void {
    this.#before = (this.#before ?? Promise.resolve()).then(() => pause(ms, undefined, { ref: false }))
  }

  end(): void {
    this.#then(() => this.#to.destroy())
  }

  #then(act: () => unknown): void {
    if (this.#before === undefined) act()
    else this.#before = this.#before.then(act)
  }
}

/** A loopback door to a database whose connections break where a test wants it. */
export class CutProxy {
  /** The fate of each message, in the order of arrival. */
  decide: (message: ClientMessage) => Fate = () => 'pass'
  readonly #server: Server
  readonly #target: string
  readonly #pairs = new Set<{ readonly client: Socket; readonly database: Socket }>()

  private constructor(target: string) {
    this.#target = target
    this.#server = createServer((client) => {
      this.#join(client)
    })
  }

  /** @param socket the folder of the database's socket */
  static async start(socket: string): Promise<CutProxy> {
    const proxy = new CutProxy(socketFile(socket))
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  url(database: string): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
    return `postgres://pulsekey@127.0.0.1:${address.port}/${database}`
  }

  /** Ends all connections. */
  cutAll(): void {
    for (const { client, database } of this.#pairs) {
      client.destroy()
      database.destroy()
    }
  }

  async stop(): Promise<void> {
    this.cutAll()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #join(client: Socket): void {
    const database = connect(this.#target)
    const pair = { client, database }
    const messages = new ClientMessages()
    let isHanging = false
    let isMute = false
    let isStalled = false
    const [toClient, toDatabase] = [new Line(client), new Line(database)]
    const end = () => {
      this.#pairs.delete(pair)
      if (isHanging) return
      toClient.end()
      toDatabase.end()
    }
    this.#pairs.add(pair)
    for (const side of [client, database]) side.on('error', end).on('close', end)
    database.on('data', (answer) => {
      if (isMute) end()
      else if (!isHanging) toClient.send(answer)
    })
    client.on('data', (chunk) => {
      for (const { bytes, ...message } of messages.add(chunk)) {
        if (isHanging || isStalled || client.destroyed) return
        const fate = isMute ? 'pass' : this.decide(message)
        if (fate === 'hang') isHanging = true
        if (fate === 'stall') isStalled = true
        if (fate === 'after') isMute = true
        if (fate === 'half') database.write(bytes.subarray(0, bytes.length >> 1))
        if (typeof fate === 'object') (fate.late === 'question' ? toDatabase : toClient).delay(fate.ms)
        if (typeof fate === 'object' || fate === 'pass' || fate === 'after' || fate === 'during')
          toDatabase.send(bytes)
        if (fate === 'cut' || fate === 'half' || fate === 'during') {
          client.destroy()
          database.end()
        }
      }
    })
  }
}
