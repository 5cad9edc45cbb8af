import { IS_PAIR } from './pair/deal.ts'
import { IS_POSTGRES } from './postgres/mode.ts'

/** The longest wait, milliseconds. Two copies on PostgreSQL take several times as long as one on SQLite. */
const LONGEST = IS_PAIR && IS_POSTGRES ? 60_000 : 15_000

/** Waits until `probe` returns a value, with a try at every turn of the event loop's timers. */
export async function until<T>(
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  what: string,
): Promise<T> {
  const deadline = performance.now() + LONGEST
  for (;;) {
    const found = await probe()
    if (found !== undefined && found !== false) return found
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
