import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { guarded } from '../../contract/guarded.ts'
import type { Log } from '../../contract/ports.ts'
import type { OpenProofPort } from '../../services/https/acme/proof-places.ts'

const PATH = /^\/\.well-known\/acme-challenge\/([\w-]{1,200})$/

/** Opens the port where authorities look for proofs, only while an order runs. It answers nothing else. */
export function createProofPort(host: string, port: number, log: Log): OpenProofPort {
  return (answer, { anyPort } = { anyPort: false }) =>
    new Promise((resolve) => {
      const server = createServer(
        { requestTimeout: 10_000, headersTimeout: 10_000 },
        guarded(log, 'proof_port', (request: IncomingMessage, response: ServerResponse) => {
          const content = answer(PATH.exec(request.url ?? '')?.[1] ?? '')
          response.writeHead(content === undefined ? 404 : 200, { 'Content-Type': 'text/plain' })
          response.end(content ?? '')
        }),
      )
      // eslint-disable-next-line local/guarded-callbacks -- the callback only resolves
      server.once('error', (error) => {
        resolve({ failed: `port ${port}: ${'code' in error ? String(error.code) : error.message}` })
      })
      server.listen(anyPort ? 0 : port, host, () => {
        const address = server.address()
        resolve({
          port: typeof address === 'object' && address !== null ? address.port : port,
          close: () =>
            new Promise((closed) => {
              server.close(() => {
                closed()
              })
              server.closeAllConnections()
            }),
        })
      })
    })
}
