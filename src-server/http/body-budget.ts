/** A body that counts, until it ends. */
export interface BodyShare {
  /** Counts more bytes. @returns false when they are over a limit, and then doesn't count them */
  readonly take: (bytes: number) => boolean
  /** The body is not in memory any more. */
  readonly end: () => void
}

export interface BodyLimits {
  /** Bytes of all bodies. */
  readonly total: number
  /** Bytes of the bodies from one address. */
  readonly perAddress: number
}

/**
 * Counts the bytes of bodies that are in memory, for all connections together and for each address. A body that is
 * announced and does not arrive costs nothing.
 */
export class BodyBudget {
  readonly #limits: BodyLimits
  readonly #keyOf: (address: string) => string | undefined
  readonly #byAddress = new Map<string, number>()
  #bytes = 0

  /** @param keyOf addresses with one key count together, and those without a key have no limit of their own */
  constructor(limits: BodyLimits, keyOf: (address: string) => string | undefined) {
    this.#limits = limits
    this.#keyOf = keyOf
  }

  get bytes(): number {
    return this.#bytes
  }

  /** @param from without it, the body counts in the total only */
  open(from?: string): BodyShare {
    const address = from === undefined ? undefined : this.#keyOf(from)
    let taken = 0
    return {
      take: (bytes) => {
        if (!this.#fits(address, bytes)) return false
        taken += bytes
        this.#add(address, bytes)
        return true
      },
      end: () => {
        if (taken > 0) this.#add(address, -taken)
        taken = 0
      },
    }
  }

  #fits(address: string | undefined, bytes: number): boolean {
    if (this.#bytes + bytes > this.#limits.total) return false
    return address === undefined || (this.#byAddress.get(address) ?? 0) + bytes <= this.#limits.perAddress
  }

  #add(address: string | undefined, bytes: number): void {
    this.#bytes += bytes
    if (address === undefined) return
    const held = (this.#byAddress.get(address) ?? 0) + bytes
    if (held === 0) this.#byAddress.delete(address)
    else this.#byAddress.set(address, held)
  }
}

/** The large bodies in memory. Strangers' bodies take no room from those of signed-in people. */
export interface Bodies {
  readonly public: BodyBudget
  readonly console: BodyBudget
  /** Pictures on their way to clients. */
  readonly pictures: BodyBudget
}
