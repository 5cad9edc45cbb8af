import { Listeners } from '../source/listeners.ts'
import type { DownloadRefusal } from './download.ts'
import { type FeedRefusal, findFile, type Installation, type Release, type ReleaseFile } from './feed.ts'
import { isMarketClosed } from './trading-hours.ts'
import { isNewer } from './version.ts'

export type UpdateState =
  | { readonly name: 'none' }
  | { readonly name: 'available'; readonly release: Release; readonly file: ReleaseFile }
  | { readonly name: 'downloading'; readonly release: Release }
  /** Downloaded and verified. `isConfirmed`: it is installed when the desktop quits next. */
  | {
      readonly name: 'ready'
      readonly release: Release
      readonly path: string
      readonly kind: ReleaseFile['kind']
      readonly isConfirmed: boolean
    }
  | { readonly name: 'failed'; readonly why: UpdateFailure }

/**
 * `unreachable`: the feed didn't answer. `backup`: the backup before the installation failed, so nothing is
 * installed.
 */
export type UpdateFailure = FeedRefusal | DownloadRefusal | 'unreachable' | 'backup'

export interface UpdateParts {
  readonly installation: Installation
  /** Reads the feed. Rejects when it is unreachable. */
  readFeed(): Promise<Release | FeedRefusal>
  download(file: ReleaseFile): Promise<{ readonly path: string } | DownloadRefusal>
  /** Makes the server create a backup. Rejects when there is none. */
  backUp(): Promise<void>
  /** Starts the installer. @param byUser a person is present */
  open(path: string, byUser: boolean): Promise<void>
  /** Unix seconds. */
  now(): number
}

/**
 * The steps of one update: found, downloaded, confirmed, and installed when the desktop quits. No step
 * follows another automatically.
 */
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

  /** Looks for a newer version. A downloaded one stays until there is an even newer one. */
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
    else this.#become({ name: 'ready', release, path: result.path, kind: file.kind, isConfirmed: false })
  }

  /** The user's consent to the installation, or its withdrawal. */
  confirm(isConfirmed: boolean): void {
    if (this.#state.name === 'ready') this.#become({ ...this.#state, isConfirmed })
  }

  /**
   * Runs before the desktop quits, while the server still runs: makes the backup, and decides whether the
   * installer will follow. `byUser`: the user quits. Without the user (a system shutdown, an unattended
   * restart) only an AppImage is exchanged, outside of trading hours: an installer needs time and a person.
   */
  async prepare(byUser: boolean): Promise<boolean> {
    const state = this.#state
    if (state.name !== 'ready' || !state.isConfirmed) return false
    const { isAppImage } = this.#parts.installation
    if (!byUser && !(isAppImage && isMarketClosed(this.#parts.now()))) return false
    try {
      await this.#parts.backUp()
      return true
    } catch {
      this.#become({ name: 'failed', why: 'backup' })
      return false
    }
  }

  /** Runs after the server has stopped, when `prepare` returned true. */
  async install(byUser: boolean): Promise<void> {
    const state = this.#state
    if (state.name === 'ready' && state.isConfirmed) await this.#parts.open(state.path, byUser)
  }

  #become(state: UpdateState): void {
    this.#state = state
    this.#listeners.tell()
  }
}
