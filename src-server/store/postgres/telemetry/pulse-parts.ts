import { accountsOf, PulseBatch, unpackPulse, type PackedPulses } from '../../pulse-batch.ts'
import { isOfData, isTooLong } from '../failures.ts'

/** Pulses in the order of their arrival. */
export interface Batch {
  readonly pulses: PackedPulses
  /** Minutes the server's wall clock is ahead of UTC. */
  readonly utcOffset: number
}

/** The numbers of a batch: its parts are stored apart, each under a number of its own. */
export const MOST_PARTS = 2 ** 20

interface Parts {
  /** Stores a batch or a part of one. @throws errors of the database */
  readonly store: (seq: number, batch: Batch) => Promise<void>
  /** Gets the accounts whose pulses are dropped because the database refuses them. */
  readonly refused: (accounts: readonly number[], why: unknown) => void
}

/** The rest of a batch. */
interface Open {
  readonly seq: number
  /** The number of the part that comes next. A part that failed leaves its number to the next one. */
  next: number
  readonly left: Batch[]
  /** The times that the pulses of one account, which come next, took too long. */
  slow: number
  readonly refused: number[]
  why: unknown
}

/** Pulses of one account are tried so often although they take too long. */
const MOST_SLOW = 3

/**
 * Stores the pulses of a batch whose transaction fails, but for those of the accounts that make it fail: it halves the batch
 * until these are alone.
 */
export class PulseParts {
  readonly #parts: Parts
  /** The batch that is tried until the database takes it. */
  #open: Open | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * @param seq rises by `MOST_PARTS` or more from batch to batch; a batch that is tried again has the same one
   * @throws errors of the database: a call with the same `seq` goes on
   */
  async append(seq: number, batch: Batch): Promise<void> {
    if (this.#open?.seq !== seq)
      this.#open = { seq, next: seq, left: [batch], slow: 0, refused: [], why: undefined }
    const open = this.#open
    for (let part = open.left[0]; part !== undefined; part = open.left[0]) {
      try {
        await this.#parts.store(open.next, part)
        open.left.shift()
      } catch (error) {
        if (!isOfData(error) && !isTooLong(error)) throw error
        const ids = accountsOf(part.pulses)
        const isAlone = ids.length <= 1
        if (!isAlone) open.left.splice(0, 1, ...halvesOf(part, new Set(ids.slice(0, ids.length / 2))))
        // The caller decides whether there is time for another attempt.
        if (isTooLong(error) && (!isAlone || ++open.slow < MOST_SLOW)) throw error
        if (!isAlone) continue
        open.left.shift()
        open.refused.push(...ids)
        open.why = error
      }
      open.next++
      open.slow = 0
    }
    this.#open = undefined
    if (open.refused.length > 0) this.#parts.refused(open.refused, open.why)
  }
}

function halvesOf({ pulses, utcOffset }: Batch, first: ReadonlySet<number>): Batch[] {
  return [true, false].map((isFirst) => {
    const half = new PulseBatch(pulses.count / 2)
    for (let index = 0; index < pulses.count; index++) {
      const pulse = unpackPulse(pulses, index)
      if (first.has(pulse.deviceId) === isFirst) half.add(pulse)
    }
    const programs = pulses.programs.filter(({ deviceId }) => first.has(deviceId) === isFirst)
    return { pulses: { ...half.packed(), programs }, utcOffset }
  })
}
