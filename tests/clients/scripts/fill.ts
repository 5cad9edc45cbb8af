import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { quoteC, quoteLua } from '../../../src-server/kits/quote.ts'
import type { KitSettings } from './program.ts'

const KITS = resolve(import.meta.dirname, '../../../src-server/kits')

/** Writes a kit's files with its marks filled in. */
export function layKit(kit: 'c' | 'lua' | 'andlua1' | 'andlua2', folder: string, s: KitSettings): void {
  const quote = kit === 'c' ? quoteC : quoteLua
  const literals: Readonly<Record<string, string>> = {
    address: quote(s.address),
    app: String(s.app),
    appkey: quote(s.appkey),
    rc4key: quote(s.rc4Key),
    version: quote(s.version),
    mode: String(s.mode),
    grace_hours: String(s.graceHours),
    answer_key: quote(s.answerKey ?? ''),
    answer_key_next: quote(s.answerKeyNext ?? ''),
  }
  const folders = kit.startsWith('andlua') ? [kit, 'lua'] : [kit]
  for (const from of folders) {
    for (const name of readdirSync(join(KITS, from))) {
      const text = readFileSync(join(KITS, from, name), 'utf8')
      writeFileSync(
        join(folder, name),
        text.replaceAll(/"\{\{([a-z0-9_]+)\}\}"/g, (mark, key: string) => literals[key] ?? mark),
      )
    }
  }
}
