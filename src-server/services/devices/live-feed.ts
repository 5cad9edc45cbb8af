import type { Actor } from '../../domain/access/scope.ts'
import type { LiveSink } from '../../telemetry/live-channel.ts'
import { viewKey, type LiveStream } from '../../telemetry/live-stream.ts'
import type { Sessions } from '../session/sessions.ts'

/** Where a viewer's events go, until he is shut out. */
export interface ViewerSink extends LiveSink {
  end(): void
}

/** Somebody who watches the live stream. */
export interface Viewer {
  /** Whether he may go on watching what he watches: his session may have ended, his permissions may be others by now. */
  mayStay(): Promise<boolean>
  leave(): void
}

/** Opens the live stream for whoever is signed in, with what they may see. */
export class LiveFeed {
  readonly #sessions: Sessions
  readonly #stream: LiveStream
  readonly #watching = new Map<Viewer, ViewerSink>()
  #looking = false
  #lookOnceMore = false

  constructor(parts: { sessions: Sessions; stream: LiveStream }) {
    this.#sessions = parts.sessions
    this.#stream = parts.stream
  }

  /** @returns undefined for a token that is no session */
  async open(
    token: string | undefined,
    makeSink: () => ViewerSink,
    lastEventId: string | undefined,
  ): Promise<Viewer | undefined> {
    const session = token === undefined ? undefined : await this.#sessions.authenticate(token)
    if (session === undefined) return undefined
    const { actor } = session
    const sink = makeSink()
    const leave = this.#stream.subscribe(actor, sink, lastEventId)
    const viewer: Viewer = {
      mayStay: async () => isSameView(actor, await this.#sessions.look(session.token)),
      leave: () => {
        this.#watching.delete(viewer)
        leave()
      },
    }
    this.#watching.set(viewer, sink)
    return viewer
  }

  /**
   * Ends the streams of those whose sessions ended or whose permissions are others now: called after whatever can do that.
   * Calls that come while it looks are one more look.
   */
  async lookAgain(): Promise<void> {
    this.#lookOnceMore = true
    if (this.#looking) return
    this.#looking = true
    try {
      while (this.#lookOnceMore) {
        this.#lookOnceMore = false
        for (const [viewer, sink] of this.#watching) if (!(await viewer.mayStay())) sink.end()
      }
    } finally {
      this.#looking = false
    }
  }
}

function isSameView(then: Actor, now: Actor | undefined): boolean {
  return now !== undefined && viewKey(now) === viewKey(then)
}
