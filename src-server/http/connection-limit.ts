import type { Socket } from 'node:net'
import { isLoopback, networkOf } from '../contract/network.ts'

/**
 * The maximum number of connections for each network: an IPv4 address, or the /64 of an IPv6 address. Loopback
 * is exempt, because a reverse proxy or a simulator may connect from there. With only a limit for all together,
 * one address's silent sockets would lock everybody out.
 */
export class ConnectionLimit {
  readonly #byNetwork = new Map<string, number>()
  readonly #perNetwork: number
  readonly #isExempt: (address: string) => boolean
  #open = 0

  /**
   * @param isExempt whether an address other than loopback is exempt, because a proxy brings many clients'
   * connections
   */
  constructor(perNetwork: number, isExempt: (address: string) => boolean = () => false) {
    this.#perNetwork = perNetwork
    this.#isExempt = isExempt
  }

  get open(): number {
    return this.#open
  }

  /** Counts a new connection until it closes. Closes a surplus one at once. @returns whether it may stay */
  admit(socket: Socket): boolean {
    const address = socket.remoteAddress ?? ''
    const network = networkOf(address)
    const held = (this.#byNetwork.get(network) ?? 0) + 1
    if (held > this.#perNetwork && !isLoopback(address) && !this.#isExempt(address)) {
      socket.destroy()
      return false
    }
    this.#byNetwork.set(network, held)
    this.#open++
    socket.once('close', () => {
      this.#open--
      const left = (this.#byNetwork.get(network) ?? 1) - 1
      if (left === 0) this.#byNetwork.delete(network)
      else this.#byNetwork.set(network, left)
    })
    return true
  }
}
