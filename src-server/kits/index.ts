import { andlua1Kit } from './andlua1.ts'
import { andlua2Kit } from './andlua2.ts'
import { cKit } from './c.ts'
import { eplKit } from './epl.ts'
import type { Kit } from './kit.ts'
import { luaKit } from './lua.ts'
import { mql4Kit } from './mql4.ts'
import { mql5Kit } from './mql5.ts'
import { pythonKit } from './python.ts'

interface Offer {
  /** The type in the archive's name: plain ASCII. */
  readonly name: string
  readonly kit: Kit
  /** The kit calls only the mt5 endpoints, which are plain whatever the application's mi_type. */
  readonly alwaysPlain?: true
}

/** By the types of `automaticsample` (docs/protocol.md 9). */
const KITS: ReadonlyMap<string, Offer> = new Map<string, Offer>([
  ['andlua1', { name: 'andlua1', kit: andlua1Kit }],
  ['andlua2', { name: 'andlua2', kit: andlua2Kit }],
  ['lua', { name: 'lua', kit: luaKit }],
  ['c', { name: 'c', kit: cKit }],
  ['易语言', { name: 'epl', kit: eplKit }],
  ['epl', { name: 'epl', kit: eplKit }],
  ['mql5', { name: 'mql5', kit: mql5Kit, alwaysPlain: true }],
  ['mql4', { name: 'mql4', kit: mql4Kit, alwaysPlain: true }],
  ['python', { name: 'python', kit: pythonKit }],
])

export function findKit(type: string): Offer | undefined {
  return KITS.get(type)
}
