import type { KitLanguage } from './languages.ts'

/** A kit's files: file name → text. */
export type KitFiles = Readonly<Record<string, string>>

/** Reads the sources of a kit, which are files of the program. */
export type KitSources = (folder: string) => Promise<KitFiles>

/** The values inside a kit. */
export interface KitValues {
  readonly app: number
  readonly appkey: string
  readonly rc4Key: string
  readonly version: string
  /** The server's address without a trailing slash. */
  readonly address: string
  /** The application's traffic: 0 plain, 3 RC4-2. */
  readonly mode: number
  /** Hours for which the last good answer counts while the server doesn't answer. */
  readonly graceHours: number
  /** Hex of the Ed25519 keys that sign answers: the present one, and the next during a rotation. Empty for none. */
  readonly answerKey: string
  readonly answerKeyNext: string
}

/** A string literal that holds nothing but a mark. */
const MARKED = /"\{\{([a-z]\w*)\}\}"|'\{\{([a-z]\w*)\}\}'|“\{\{([a-z]\w*)\}\}”/g
/** A mark outside of such a literal. */
const STRAY = /\{\{[a-z]\w*\}\}/

/**
 * Replaces each marked literal, with its quotes, by a literal of the language, or by a number.
 * @throws Error for a mark without a value, and for a mark that is no literal of its own
 */
export function fillKit(sources: KitFiles, { quote }: KitLanguage, values: KitValues): KitFiles {
  const literals = literalsOf(values, quote)
  return Object.fromEntries(
    Object.entries(sources).map(([name, source]) => {
      const filled = source.replaceAll(MARKED, (whole, ...marks: (string | undefined)[]) => {
        const mark = marks.slice(0, 3).find((found) => found !== undefined) ?? ''
        const literal = literals.get(mark)
        if (literal === undefined) throw new Error(`${name} has the mark ${whole}, which has no value`)
        return literal
      })
      const stray = STRAY.exec(filled)
      if (stray !== null) throw new Error(`${name} has the mark ${stray[0]} outside of a literal of its own`)
      return [name, filled]
    }),
  )
}

function literalsOf(values: KitValues, quote: (text: string) => string): ReadonlyMap<string, string> {
  return new Map([
    ['address', quote(values.address)],
    ['app', String(values.app)],
    ['appkey', quote(values.appkey)],
    ['rc4key', quote(values.rc4Key)],
    ['version', quote(values.version)],
    ['mode', String(values.mode)],
    ['grace_hours', String(values.graceHours)],
    ['answer_key', quote(values.answerKey)],
    ['answer_key_next', quote(values.answerKeyNext)],
  ])
}
