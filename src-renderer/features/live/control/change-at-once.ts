import type { LiveRow } from '../rows/live-row.ts'

interface Change {
  /** Shows the row as it will be. @returns the way back, which leaves alone what the stream changed meanwhile */
  readonly assume: (row: LiveRow) => () => void
  /** @returns the ids the server left as they were */
  readonly send: (ids: number[]) => Promise<readonly number[]>
}

/**
 * Shows a change before the server has confirmed it, and takes it back where it did not happen.
 * @returns how many accounts were left as they were
 * @throws what `send` throws, after everything was taken back
 */
export async function changeAtOnce(rows: readonly LiveRow[], { assume, send }: Change): Promise<number> {
  const waysBack = new Map(rows.map((row) => [row.id, assume(row)]))
  try {
    const skipped = await send([...waysBack.keys()])
    for (const id of skipped) waysBack.get(id)?.()
    return skipped.length
  } catch (error) {
    for (const back of waysBack.values()) back()
    throw error
  }
}
