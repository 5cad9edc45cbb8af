import { connect, createServer, type Server, type Socket } from 'node:net'
import { openLoopback, urlOf } from './loopback.ts'

/** The program in the namespace: it listens on a socket in the file system, which all namespaces share. */
export const RELAY = `
  const { connect, createServer } = require('node:net')
  const [, path, host, port] = process.argv
  createServer((from) => {
    const to = connect(Number(port), host)
    from.pipe(to).pipe(from)
    for (const one of [from, to]) one.on('error', () => { from.destroy(); to.destroy() })
  }).listen(path, () => console.log('open'))`

/** A port of this machine that leads through a socket in the file system. */
export class Forward {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(path: string) {
    this.#server = createServer((from) => {
      const to = connect(path)
      from.pipe(to).pipe(from)
      for (const one of [from, to]) {
        this.#sockets.add(one)
        one.on('close', () => this.#sockets.delete(one))
        one.on('error', () => {
          from.destroy()
          to.destroy()
        })
      }
    })
  }

  static async open(path: string): Promise<Forward> {
    const forward = new Forward(path)
    await openLoopback(forward.#server)
    return forward
  }

  get url(): string {
    return urlOf(this.#server)
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}
