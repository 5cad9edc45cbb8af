import { createSocket, type Socket } from 'node:dgram'

const TYPES = { A: 1, TXT: 16 } as const

/** A DNS server on the loopback: every name is at 127.0.0.1, and has the TXT records that a test gives it. */
export class DnsServer {
  /** The values of each name. */
  texts: (name: string) => readonly string[] = () => []
  readonly #socket: Socket

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  static async start(): Promise<DnsServer> {
    const socket = createSocket('udp4')
    const server = new DnsServer(socket)
    socket.on('message', (message, { address, port }) => {
      socket.send(server.#answer(message), port, address)
    })
    await new Promise<void>((resolve) => {
      socket.bind(0, '127.0.0.1', resolve)
    })
    return server
  }

  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`
  }

  stop(): void {
    this.#socket.close()
  }

  #answer(query: Buffer): Buffer {
    const { name, type, end } = readQuestion(query)
    const found = type === TYPES.A ? [Buffer.from([127, 0, 0, 1])] : []
    if (type === TYPES.TXT) {
      for (const text of this.texts(name)) found.push(Buffer.from([text.length, ...Buffer.from(text)]))
    }
    const head = Buffer.from(query.subarray(0, 12))
    // An authoritative answer without an error, to one question.
    head.writeUInt16BE(0x8580, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(found.length, 6)
    head.writeUInt32BE(0, 8)
    return Buffer.concat([head, query.subarray(12, end), ...found.map((data) => record(type, data))])
  }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** A record of the name in the question. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(0, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
