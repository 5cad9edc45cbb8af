import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Locale = 'en' | 'zh-CN'
type Messages = { readonly [name: string]: string | Messages }

const FOLDER = join(import.meta.dirname, '../../../src-renderer/i18n')
/** The start of every message key. */
export const MESSAGE_FILES = readdirSync(join(FOLDER, 'en')).flatMap(
  (name) => /^(.+)\.json$/.exec(name)?.[1] ?? [],
)
const read = new Map<string, Messages>()

function messagesOf(locale: Locale, file: string): Messages {
  const path = join(FOLDER, locale, `${file}.json`)
  const messages = read.get(path) ?? (JSON.parse(readFileSync(path, 'utf8')) as Messages)
  read.set(path, messages)
  return messages
}

function find(locale: Locale, key: string): string | undefined {
  const [file = '', ...path] = key.split('.')
  const found = path.reduce<string | Messages | undefined>(
    (messages, name) => (typeof messages === 'object' ? messages[name] : undefined),
    messagesOf(locale, file),
  )
  return typeof found === 'string' ? found : undefined
}

/** @param key as in the console's own messages, `codes.generate.title` @throws when there is none */
export function word(locale: Locale, key: string): string {
  const found = find(locale, key)
  if (found === undefined) throw new Error(`no message ${key} in ${locale}`)
  return found
}

export function hasWord(locale: Locale, key: string): boolean {
  return find(locale, key) !== undefined
}
