import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'

import { type ShellSettings, shellSettings } from './shell-settings.ts'

/** The desktop's settings on disk: read once, written whole beside the old file, which is replaced at once. */
export class SettingsFile {
  readonly #path: string
  #current: ShellSettings
  /** Where a file that couldn't be read was put; undefined when there was none. */
  readonly setAside: string | undefined

  /** A file that is broken is kept under another name, and everything begins anew. */
  constructor(path: string, nowMs: () => number) {
    this.#path = path
    const text = readText(path)
    const read = text === undefined ? shellSettings.parse({}) : parse(text)
    this.#current = read ?? shellSettings.parse({})
    if (read === undefined) {
      this.setAside = `${path}.broken-${nowMs()}`
      renameSync(path, this.setAside)
    }
  }

  get current(): ShellSettings {
    return this.#current
  }

  update(change: Partial<ShellSettings>): void {
    const next = shellSettings.parse({ ...this.#current, ...change })
    const beside = `${this.#path}.new`
    writeDurably(beside, `${JSON.stringify(next, undefined, 2)}\n`)
    renameSync(beside, this.#path)
    this.#current = next
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function parse(text: string): ShellSettings | undefined {
  try {
    return shellSettings.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Renaming a file whose bytes aren't on the disk yet could leave an empty one after a power cut. */
function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
