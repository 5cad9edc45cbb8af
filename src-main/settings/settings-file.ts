import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'

import { type ShellSettings, shellSettings } from './shell-settings.ts'

/**
 * The desktop's settings on disk. They are read once. A change is written to a new file, which then replaces
 * the old one in one step.
 */
export class SettingsFile {
  readonly #path: string
  #current: ShellSettings
  /** The new place of a file that couldn't be read. Undefined for none. */
  readonly setAside: string | undefined

  /** A broken file is kept under another name, and the settings start from their defaults. */
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

/** Flushes before the rename: without it, a power cut could leave an empty file. */
function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
