import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readKitsFrom } from '../../../src-server/entry/adapters/kit-folder.ts'
import { fillKit } from '../../../src-server/kits/fill-kit.ts'
import { compileCpp } from '../toolchain.ts'

export type Dialect = 'mql5' | 'mql4'

const readKit = readKitsFrom(join(import.meta.dirname, '../../..'))

/** The values of a life come from the environment, so that one compiled program serves many lives. */
const TEXT = { quote: (name: string) => `fromTest("PK_${name}")` }
const VALUES = {
  app: 9_000_001,
  mode: 9_000_002,
  graceHours: 9_000_003,
  address: 'address',
  appkey: 'appkey',
  rc4Key: 'rc4key',
  version: 'version',
  answerKey: 'answer_key',
  answerKeyNext: 'answer_key_next',
}
const NUMBERS: readonly (readonly [number, string])[] = [
  [VALUES.app, 'app'],
  [VALUES.mode, 'mode'],
  [VALUES.graceHours, 'grace_hours'],
]

/**
 * What C++ can't read of MQL: `#property` lines, and arrays `type name[]`, whose brackets are behind the name.
 * Everything else is in terminal/*.h.
 */
function toCpp(source: string): string {
  const readable = source
    .replaceAll(/^#property.*$/gm, '')
    .replaceAll(/\b(\w+) +(&?)(\w+)\[\]/g, 'MqlArray<$1> $2$3')
  return NUMBERS.reduce(
    (text, [number, name]) => text.replace(String(number), `numberFromTest("PK_${name}")`),
    readable,
  )
}

/** Compiles the kit, filled in as it is handed out, with the simulated terminal. @returns the program */
export async function buildTerminal(dialect: Dialect, folder: string): Promise<string> {
  const sources = join(folder, dialect)
  mkdirSync(sources)
  for (const [name, source] of Object.entries(fillKit(await readKit(dialect), TEXT, VALUES)))
    writeFileSync(join(sources, name), toCpp(source))
  const sample = join(sources, `PulsekeySample.${dialect === 'mql5' ? 'mq5' : 'mq4'}`)
  const program = join(folder, `terminal-${dialect}`)
  await compileCpp(join(import.meta.dirname, 'terminal/terminal.cpp'), program, [
    `-DSAMPLE="${sample}"`,
    ...(dialect === 'mql4' ? ['-DKIT4'] : []),
  ])
  return program
}
