import { expect } from 'vitest'

/** Expects of the latest answer what must hold within moments, on a machine that has other things to do as well. */
export const soon = <T>(probe: () => T | Promise<T>) => expect.poll(probe, { timeout: 20_000 })
