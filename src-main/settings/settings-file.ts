import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'

import { reportFault } from '../faults/guarded.ts'
import { type ShellSettings, shellSettings } from './shell-settings.ts'

/**
 * Why the settings start from their defaults. `broken`: the file had no settings in it, and was renamed.
 * `unreadable`: the file is there and can't be read, so this run changes nothing on the disk.
 */
export type SettingsTrouble =
  | { readonly kind: 'broken'; readonly setAside: string }
  | { readonly kind: 'unreadable'; readonly path: string; readonly reason: string }

type Read =
  | { readonly settings: ShellSettings }
  | { readonly settings: undefined }
  | { readonly unreadable: unknown }

/**
 * The desktop's settings on disk. They are read once. A change is written to a new file, which then replaces
 * the old one in one step.
 */
export class SettingsFile {
  readonly #path: string
  #current: ShellSettings
  /** Undefined for settings that were read. */
  readonly trouble: SettingsTrouble | undefined

  /** Never throws: the desktop starts with its defaults when there is trouble. */
  constructor(path: string, nowMs: () => number) {
    this.#path = path
    const read = readSettings(path)
    const settings = 'settings' in read ? read.settings : undefined
    this.#current = settings ?? shellSettings.parse({})
    if ('unreadable' in read) this.trouble = unreadable(path, read.unreadable)
    else if (settings === undefined) this.trouble = setAside(path, nowMs)
  }

  get current(): ShellSettings {
    return this.#current
  }

  /** A change that the user asked for. @throws Error when it can't be saved; the settings are unchanged then */
  update(change: Partial<ShellSettings>): void {
    const next = shellSettings.parse({ ...this.#current, ...change })
    this.#write(next)
    this.#current = next
  }

  /**
   * A change that the desktop notes by itself. It holds for this run also when it can't be saved, and it never
   * throws: a full disk must not keep a window from closing.
   */
  note(change: Partial<ShellSettings>): void {
    const next = shellSettings.safeParse({ ...this.#current, ...change })
    if (next.success) this.#current = next.data
    try {
      if (!next.success) throw next.error
      this.#write(next.data)
    } catch (error) {
      reportFault('settings', error)
    }
  }

  #write(next: ShellSettings): void {
    // Saved servers may be in a file that only this run can't read.
    if (this.trouble?.kind === 'unreadable') throw new Error(`${this.#path}: ${this.trouble.reason}`)
    const beside = `${this.#path}.new`
    writeDurably(beside, `${JSON.stringify(next, undefined, 2)}\n`)
    renameSync(beside, this.#path)
  }
}

function readSettings(path: string): Read {
  try {
    return { settings: parse(readFileSync(path, 'utf8')) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { settings: shellSettings.parse({}) }
    return { unreadable: error }
  }
}

function parse(text: string): ShellSettings | undefined {
  try {
    return shellSettings.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Keeps a broken file under another name. */
function setAside(path: string, nowMs: () => number): SettingsTrouble {
  const aside = `${path}.broken-${nowMs()}`
  try {
    renameSync(path, aside)
    return { kind: 'broken', setAside: aside }
  } catch (error) {
    return unreadable(path, error)
  }
}

function unreadable(path: string, error: unknown): SettingsTrouble {
  return { kind: 'unreadable', path, reason: error instanceof Error ? error.message : String(error) }
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
