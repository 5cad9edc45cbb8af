import type { Socket } from 'node:net'

/**
 * The maximum number of connections for each address. Loopback is exempt, because a reverse proxy or a
 * simulator may connect from there. With only a limit for all together, one address's silent sockets would
 * lock everybody out.
 */
export class ConnectionLimit {
  readonly #byAddress = new Map<string, number>()
  readonly #perAddress: number
  readonly #isExempt: (address: string) => boolean
  #open = 0

  /**
   * @param isExempt whether an address other than loopback is exempt, because a proxy brings many clients'
   * connections
   */
  constructor(perAddress: number, isExempt: (address: string) => boolean = () => false) {
    this.#perAddress = perAddress
    this.#isExempt = isExempt
  }

  get open(): number {
    return this.#open
  }

  /** Counts a new connection until it closes. Closes a surplus one at once. @returns whether it may stay */
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

export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
}
