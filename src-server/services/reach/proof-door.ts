import type { OpenProofPort } from '../https/acme/proof-places.ts'

/** The port for an authority's proofs with its way through the router, which is open before the authority calls. */
export class ProofDoor {
  #port: number | undefined
  #isMapped: () => boolean = () => false
  #changed: () => Promise<void> = () => Promise.resolve()

  /** The open port; undefined while no order needs it. */
  get port(): number | undefined {
    return this.#port
  }

  /**
   * @param isMapped whether the router maps ports for this server, so that any port here will do
   * @param changed carries out the mapping
   */
  connect(isMapped: () => boolean, changed: () => Promise<void>): void {
    this.#isMapped = isMapped
    this.#changed = changed
  }

  through(open: OpenProofPort): OpenProofPort {
    return async (answer) => {
      const usual = await open(answer)
      const opened = 'failed' in usual && this.#isMapped() ? await open(answer, { anyPort: true }) : usual
      if ('failed' in opened) return usual
      this.#port = opened.port
      await this.#changed()
      return {
        port: opened.port,
        close: async () => {
          this.#port = undefined
          await opened.close()
          await this.#changed()
        },
      }
    }
  }
}
