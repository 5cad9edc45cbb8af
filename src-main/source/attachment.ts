import type { ServerStatus } from '../contract/shell.ts'
import type { SavedServer } from '../settings/shell-settings.ts'
import type { ConsoleSource, ShownConsole } from './console-source.ts'
import { Listeners } from './listeners.ts'

export interface AttachmentParts<Local extends ConsoleSource, Remote extends ConsoleSource> {
  readonly openLocal: () => Local
  readonly openRemote: (server: SavedServer) => Remote
}

/** The server that the windows show: this machine's own, or one remote server at a time. */
export class Attachment<Local extends ConsoleSource, Remote extends ConsoleSource> {
  readonly #parts: AttachmentParts<Local, Remote>
  readonly #listeners = new Listeners()
  #local: Local | undefined
  #remote: { readonly server: SavedServer; readonly source: Remote } | undefined
  /** One switch at a time. */
  #turn: Promise<unknown> = Promise.resolve()
  #over = false

  /** Opens the first server. @param server undefined for this machine's own */
  constructor(parts: AttachmentParts<Local, Remote>, server: SavedServer | undefined) {
    this.#parts = parts
    this.#open(server)
  }

  /** This machine's own server, unless a remote one is shown. */
  get local(): Local | undefined {
    return this.#local
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

  /** Calls back at every change of the server that is shown. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  start(): void {
    this.#source.start()
  }

  restart(): Promise<void> {
    return this.#source.restart()
  }

  /** Ends for good. A switch in progress then opens nothing. */
  shutDown(): Promise<void> {
    this.#over = true
    return this.#source.shutDown()
  }

  /**
   * Ends the server that is shown and shows another one.
   * @param opened called when the other one exists and isn't started yet
   */
  attach(server: SavedServer | undefined, opened: () => void): Promise<void> {
    const turn = this.#turn.then(async () => {
      if (server?.id === this.server?.id) return
      await this.#source.shutDown()
      if (this.#over) return
      this.#open(server)
      opened()
      this.#source.start()
    })
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  get #source(): ConsoleSource {
    const source = this.#remote?.source ?? this.#local
    if (source === undefined) throw new Error('no server is shown')
    return source
  }

  #open(server: SavedServer | undefined): void {
    this.#local = server === undefined ? this.#parts.openLocal() : undefined
    this.#remote = server && { server, source: this.#parts.openRemote(server) }
    const source = this.#source
    source.onChange(() => {
      if (source === this.#source) this.#listeners.tell()
    })
  }
}
