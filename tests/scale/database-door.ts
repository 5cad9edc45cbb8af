import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'

const NAME = '.s.PGSQL.5432'

/** A way to the database that a test closes, as a network does. */
export class DatabaseDoor {
  readonly #to: string
  readonly #folder: string
  readonly #open = new Set<Socket>()
  #server: Server | undefined

  /** @param folder of the door's socket @param to the folder of the database's socket */
  constructor(folder: string, to: string) {
    this.#folder = folder
    this.#to = join(to, NAME)
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
    await new Promise<void>((resolve) => server.listen(join(this.#folder, NAME), resolve))
  }

  /** Ends all connections, and lets none in. */
  close(): void {
    this.#server?.close()
    for (const socket of this.#open) socket.destroy()
    rmSync(join(this.#folder, NAME), { force: true })
  }
}
