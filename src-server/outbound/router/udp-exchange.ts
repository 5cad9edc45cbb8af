import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface Exchange {
  readonly reply: Buffer
  /** This machine's address, as the router sees it. */
  readonly host: string
}

/** The pauses before each packet is sent again, milliseconds: a UDP packet may be lost. */
const AGAIN_MS = [250, 500, 1000]

/**
 * Sends a packet and waits for its answer. A connected socket gets answers of this router alone.
 * @param build makes the packet for this machine's address
 * @param fits whether a packet is the answer
 * @returns undefined without an answer
 */
export async function exchange(
  router: { readonly host: string; readonly port: number; readonly haste?: number | undefined },
  build: (host: string) => Uint8Array,
  fits: (reply: Buffer) => boolean,
  signal: AbortSignal,
): Promise<Exchange | undefined> {
  const socket = createSocket(router.host.includes(':') ? 'udp6' : 'udp4')
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  try {
    socket.connect(router.port, router.host)
    await once(socket, 'connect', { signal: either })
    const host = socket.address().address
    const packet = build(host)
    const answered = waitFor(socket, fits, either)
    for (const ms of AGAIN_MS) {
      socket.send(packet)
      const reply = await Promise.race([answered, pause(ms / (router.haste ?? 1), either)])
      if (reply !== undefined) return { reply, host }
    }
    return undefined
  } catch {
    // The router is off, or there is no way to it: the system refuses the packet.
    return undefined
  } finally {
    ended.abort()
    socket.close()
  }
}

function waitFor(
  socket: ReturnType<typeof createSocket>,
  fits: (reply: Buffer) => boolean,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>()
  const nothing = () => {
    resolve(undefined)
  }
  // eslint-disable-next-line local/guarded-callbacks -- `fits` reads no more than the packet has
  socket.on('message', (packet: Buffer) => {
    if (fits(packet)) resolve(packet)
  })
  // eslint-disable-next-line local/guarded-callbacks -- a promise's own function never throws
  socket.on('error', nothing)
  // eslint-disable-next-line local/guarded-callbacks -- a promise's own function never throws
  signal.addEventListener('abort', nothing, { once: true })
  return promise
}

function pause(ms: number, signal: AbortSignal): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const stop = () => {
    clearTimeout(timer)
    resolve(undefined)
  }
  // eslint-disable-next-line local/guarded-callbacks -- a promise's own function never throws
  const timer = setTimeout(stop, ms)
  // eslint-disable-next-line local/guarded-callbacks -- a promise's own function never throws
  signal.addEventListener('abort', stop, { once: true })
  return promise
}

/** This machine's address on the way to a host. No packet is sent: the system looks only into its routes. */
export async function localAddressTo(host: string): Promise<string> {
  const socket = createSocket('udp4')
  try {
    socket.connect(9, host)
    await once(socket, 'connect')
    return socket.address().address
  } finally {
    socket.close()
  }
}
