import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileCpp } from '../toolchain.ts'

export type Dialect = 'mql5' | 'mql4'

const KITS = join(import.meta.dirname, '../../../src-server/kits')

/** The values of a life come from the environment, so that one compiled program serves many lives. */
const TEXTS = ['address', 'appkey', 'rc4key', 'version', 'answer_key', 'answer_key_next']

function fill(source: string): string {
  return source.replaceAll(/"\{\{(\w+)\}\}"/g, (_, name: string) =>
    TEXTS.includes(name) ? `fromTest("PK_${name}")` : `numberFromTest("PK_${name}")`,
  )
}

/**
 * What C++ can't read of MQL: `#property` lines, and arrays `type name[]`, whose brackets are behind the name.
 * Everything else is in terminal/*.h.
 */
function toCpp(source: string): string {
  return source
    .replaceAll(/^#property.*$/gm, '')
    .replaceAll(
      /\b(\w+) +(&?)(\w+)\[\]/g,
      (_, type: string, reference: string, name: string) => `MqlArray<${type}> ${reference}${name}`,
    )
}

/** Compiles the kit with the simulated terminal. @returns the program */
export async function buildTerminal(dialect: Dialect, folder: string): Promise<string> {
  const sources = join(folder, dialect)
  mkdirSync(sources)
  for (const name of readdirSync(join(KITS, dialect)))
    writeFileSync(join(sources, name), toCpp(fill(readFileSync(join(KITS, dialect, name), 'utf8'))))
  const sample = join(sources, `PulsekeySample.${dialect === 'mql5' ? 'mq5' : 'mq4'}`)
  const program = join(folder, `terminal-${dialect}`)
  await compileCpp(join(import.meta.dirname, 'terminal/terminal.cpp'), program, [
    `-DSAMPLE="${sample}"`,
    ...(dialect === 'mql4' ? ['-DKIT4'] : []),
  ])
  return program
}
