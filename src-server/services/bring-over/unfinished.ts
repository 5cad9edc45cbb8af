import type { Store, Unit, WriteUnit } from '../../store/store.ts'

/** An import that has begun and not ended. After a crash it says that the same file continues it. */
export interface Unfinished {
  readonly file: string
  readonly at: number
}

const KEY = 'bring_over'

export function beginNote(unit: WriteUnit, note: Unfinished): Promise<void> {
  return unit.meta.set(KEY, JSON.stringify(note))
}

export async function endNote(unit: Unit): Promise<void> {
  await unit.meta.take(KEY)
}

export async function findNote(store: Store): Promise<Unfinished | null> {
  const text = await store.read((unit) => unit.meta.find(KEY))
  return text === undefined ? null : (JSON.parse(text) as Unfinished)
}
