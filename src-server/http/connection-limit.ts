import type { Socket } from 'node:net'

/**
 * How many connections one address may hold. Loopback is exempt: a reverse proxy or a simulator stands there.
 * With a limit for all together only, one address's silent sockets would shut everybody out (research/reliability.md 4.2).
 */
export class ConnectionLimit {
  readonly #byAddress = new Map<string, number>()
  readonly #perAddress: number
  readonly #isExempt: (address: string) => boolean
  #open = 0

  /** @param isExempt of others than loopback: a proxy brings everybody's connections */
  constructor(perAddress: number, isExempt: (address: string) => boolean = () => false) {
    this.#perAddress = perAddress
    this.#isExempt = isExempt
  }

  get open(): number {
    return this.#open
  }

  /** Counts a new connection until it closes; one too many is closed at once. @returns whether it may stay */
  admit(socket: Socket): boolean {
    const address = socket.remoteAddress ?? ''
    const held = (this.#byAddress.get(address) ?? 0) + 1
    if (held > this.#perAddress && !isLoopback(address) && !this.#isExempt(address)) {
      socket.destroy()
      return false
    }
    this.#byAddress.set(address, held)
    this.#open++
    socket.once('close', () => {
      this.#open--
      const left = (this.#byAddress.get(address) ?? 1) - 1
      if (left === 0) this.#byAddress.delete(address)
      else this.#byAddress.set(address, left)
    })
    return true
  }
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
}
