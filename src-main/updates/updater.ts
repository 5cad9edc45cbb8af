import { Listeners } from '../source/listeners.ts'
import type { DownloadRefusal } from './download.ts'
import { type FeedRefusal, findFile, type Installation, type Release, type ReleaseFile } from './feed.ts'
import { isMarketClosed } from './trading-hours.ts'
import { isNewer } from './version.ts'

export type UpdateState =
  | { readonly name: 'none' }
  | { readonly name: 'available'; readonly release: Release; readonly file: ReleaseFile }
  | { readonly name: 'downloading'; readonly release: Release }
  /** Downloaded and checked. `isConfirmed`: it is installed when the desktop quits next. */
  | {
      readonly name: 'ready'
      readonly release: Release
      readonly path: string
      readonly isConfirmed: boolean
    }
  | { readonly name: 'failed'; readonly why: UpdateFailure }

/** `unreachable`: the feed didn't answer; `backup`: nothing is installed over data that weren't saved first. */
export type UpdateFailure = FeedRefusal | DownloadRefusal | 'unreachable' | 'backup'

export interface UpdateParts {
  readonly installation: Installation
  /** What the feed says; rejects when it can't be reached. */
  readFeed(): Promise<Release | FeedRefusal>
  download(file: ReleaseFile): Promise<{ readonly path: string } | DownloadRefusal>
  /** Has the server make a backup; rejects when there is none. */
  backUp(): Promise<void>
  /** Starts the installer. */
  open(path: string): Promise<void>
  /** Unix seconds. */
  now(): number
}

/** One update's way: looked for, downloaded, confirmed, and installed when the desktop quits. No step follows from another by itself. */
export class Updater {
  readonly #parts: UpdateParts
  readonly #listeners = new Listeners()
  #state: UpdateState = { name: 'none' }

  constructor(parts: UpdateParts) {
    this.#parts = parts
  }

  get state(): UpdateState {
    return this.#state
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** Looks for a newer version. What was downloaded stays until there is a newer one still. */
  async check(): Promise<void> {
    if (this.#state.name === 'downloading') return
    const found = await this.#parts.readFeed().catch(() => 'unreachable' as const)
    if (typeof found === 'string') {
      if (this.#state.name !== 'ready') this.#become({ name: 'failed', why: found })
      return
    }
    const { installation } = this.#parts
    const known = this.#state.name === 'ready' ? this.#state.release.version : installation.version
    const file = isNewer(found.version, known) ? findFile(found, installation) : undefined
    if (file) this.#become({ name: 'available', release: found, file })
    else if (this.#state.name !== 'ready') this.#become({ name: 'none' })
  }

  async download(): Promise<void> {
    if (this.#state.name !== 'available') return
    const { release, file } = this.#state
    this.#become({ name: 'downloading', release })
    const result = await this.#parts.download(file).catch(() => 'incomplete' as const)
    if (typeof result === 'string') this.#become({ name: 'failed', why: result })
    else this.#become({ name: 'ready', release, path: result.path, isConfirmed: false })
  }

  /** The user's word that it may be installed. */
  confirm(isConfirmed: boolean): void {
    if (this.#state.name === 'ready') this.#become({ ...this.#state, isConfirmed })
  }

  /**
   * Before the desktop quits: makes the backup, while the server still runs, and says whether the installer is to follow. `byUser`: he
   * quits himself; by itself (the system shuts down, an unattended restart) nothing is installed in trading hours.
   */
  async prepare(byUser: boolean): Promise<boolean> {
    const state = this.#state
    if (state.name !== 'ready' || !state.isConfirmed) return false
    if (!byUser && !isMarketClosed(this.#parts.now())) return false
    try {
      await this.#parts.backUp()
      return true
    } catch {
      this.#become({ name: 'failed', why: 'backup' })
      return false
    }
  }

  /** After the server has stopped, when `prepare` said so. */
  async install(): Promise<void> {
    if (this.#state.name === 'ready' && this.#state.isConfirmed) await this.#parts.open(this.#state.path)
  }

  #become(state: UpdateState): void {
    this.#state = state
    this.#listeners.tell()
  }
}
