import { expect } from 'vitest'

/** Expects of the latest answer what must be true within moments, on a machine that may be busy. */
export const soon = <T>(probe: () => T | Promise<T>) => expect.poll(probe, { timeout: 20_000 })
