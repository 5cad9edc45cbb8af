import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder in which fault tests leave their figures for `npm run faults`. */
export const FIGURES = join(import.meta.dirname, '../../.cache/faults/figures')

/** Stores the figures of one fault test, and prints them. */
export function recordFigures(name: string, figures: object): void {
  mkdirSync(FIGURES, { recursive: true })
  writeFileSync(join(FIGURES, `${name}.json`), JSON.stringify(figures))
  console.log(`${name}: ${JSON.stringify(figures)}`)
}

/** The rounds of a test: its own number, or the share of `npm run faults -- --rounds`. */
export function roundsOf(own: number): number {
  const factor = Number(process.env['FAULT_FACTOR'] ?? 1)
  return Math.max(1, Math.round(own * factor))
}
