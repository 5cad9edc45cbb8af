import { guarded } from '../faults/guarded.ts'
import type { ServerStatus } from '../contract/shell.ts'
import type { SavedServer } from '../settings/shell-settings.ts'
import type { ConsoleSource, ShownConsole } from './console-source.ts'
import { Listeners } from './listeners.ts'

export interface AttachmentParts<Local extends ConsoleSource, Remote extends ConsoleSource> {
  readonly local: Local
  /** Whether this machine's own server is on. */
  readonly servesHere: () => boolean
  readonly openRemote: (server: SavedServer) => Remote
}

/**
 * The server that the windows show: this machine's own, or one remote server at a time. This machine's own
 * serves its programs in both cases.
 */
export class Attachment<Local extends ConsoleSource, Remote extends ConsoleSource> {
  readonly #parts: AttachmentParts<Local, Remote>
  readonly #listeners = new Listeners()
  #remote: { readonly server: SavedServer; readonly source: Remote } | undefined
  /** One switch at a time. */
  #turn: Promise<unknown> = Promise.resolve()
  #over = false

  /** Opens the first server. @param server undefined for this machine's own */
  constructor(parts: AttachmentParts<Local, Remote>, server: SavedServer | undefined) {
    this.#parts = parts
    parts.local.onChange(
      guarded('server changed', () => {
        this.#listeners.tell()
      }),
    )
    this.#open(server)
  }

  /** This machine's own server, also while a remote one is shown. */
  get local(): Local {
    return this.#parts.local
  }

  get remote(): Remote | undefined {
    return this.#remote?.source
  }

  /** Undefined for this machine's own. */
  get server(): SavedServer | undefined {
    return this.#remote?.server
  }

  get ready(): ShownConsole | undefined {
    return this.#source.ready
  }

  get status(): ServerStatus {
    return this.#source.status
  }

  /** Calls back at every change of the server that is shown, and of this machine's own. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  start(): void {
    if (this.#parts.servesHere()) this.local.start()
    this.remote?.start()
  }

  /** Starts the server that is shown again. */
  restart(): Promise<void> {
    return this.#source.restart()
  }

  /** Ends for good. A switch in progress then opens nothing. */
  async shutDown(): Promise<void> {
    this.#over = true
    await Promise.all([this.local.shutDown(), this.remote?.shutDown()])
  }

  /**
   * Shows another server, or the same one with another key.
   * @param opened called when the other one exists and isn't started yet
   */
  attach(server: SavedServer | undefined, opened: () => void): Promise<void> {
    const turn = this.#turn.then(async () => {
      if (isSame(server, this.server)) return
      await this.remote?.shutDown()
      if (this.#over) return
      this.#open(server)
      opened()
      this.remote?.start()
      this.#listeners.tell()
    })
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  get #source(): ConsoleSource {
    return this.#remote?.source ?? this.local
  }

  #open(server: SavedServer | undefined): void {
    this.#remote = server && { server, source: this.#parts.openRemote(server) }
    const source = this.#remote?.source
    source?.onChange(
      guarded('server changed', () => {
        if (source === this.#remote?.source) this.#listeners.tell()
      }),
    )
  }
}

function isSame(one: SavedServer | undefined, other: SavedServer | undefined): boolean {
  const named = ['id', 'name', 'origin', 'turn'] as const
  return named.every((name) => one?.[name] === other?.[name])
}
