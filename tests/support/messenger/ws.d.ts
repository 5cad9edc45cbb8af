/** The parts of `ws` that tests use. It comes with the messenger's SDK and has no types of its own. */
declare module 'ws' {
  import type { IncomingMessage } from 'node:http'
  import type { Duplex } from 'node:stream'

  export interface Socket {
    send(data: Uint8Array): void
    terminate(): void
    on(event: 'message', listener: (data: Buffer) => void): void
    on(event: 'close', listener: () => void): void
  }

  export class WebSocketServer {
    constructor(options: { noServer: true })
    handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      opened: (socket: Socket) => void,
    ): void
  }
}
