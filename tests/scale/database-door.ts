import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { socketFile } from '../support/postgres/cluster.ts'

/** A way to the database that a test closes, as a network does. */
export class DatabaseDoor {
  readonly #to: string
  readonly #at: string
  readonly #open = new Set<Socket>()
  #server: Server | undefined

  /** @param folder of the door's socket @param to the folder of the database's socket */
  constructor(folder: string, to: string) {
    this.#at = socketFile(folder)
    this.#to = socketFile(to)
  }

  async open(): Promise<void> {
    const server = createServer((from) => {
      const to = connect(this.#to)
      for (const socket of [from, to]) {
        this.#open.add(socket)
        socket.on('error', () => undefined)
        socket.on('close', () => {
          this.#open.delete(socket)
          from.destroy()
          to.destroy()
        })
      }
      from.pipe(to).pipe(from)
    })
    this.#server = server
    await new Promise<void>((resolve) => server.listen(this.#at, resolve))
  }

  /** Ends all connections, and lets none in. */
  close(): void {
    this.#server?.close()
    for (const socket of this.#open) socket.destroy()
    rmSync(this.#at, { force: true })
  }
}
