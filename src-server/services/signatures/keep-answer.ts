import type { WriteUnit } from '../../store/store.ts'

/**
 * Keeps the call's answer, and the call's signature with it, in the unit of work of the call's effect: both are stored
 * or neither. `answer` is what the use case returns, undefined where the answer is a secret.
 */
export type KeepAnswer<A> = (unit: WriteUnit, answer: A) => Promise<void>

/** For calls without a signature that counts, and for previews. */
export const keepNothing = (): Promise<void> => Promise.resolve()
