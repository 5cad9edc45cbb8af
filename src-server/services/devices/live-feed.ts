import type { Actor } from '../../domain/access/scope.ts'
import type { LiveSink } from '../../telemetry/live-channel.ts'
import { viewKey, type LiveStream } from '../../telemetry/live-stream.ts'
import type { Sessions } from '../session/sessions.ts'

/** Receives a viewer's events until the viewer's stream is ended. */
export interface ViewerSink extends LiveSink {
  end(): void
}

/** A viewer of the live stream. */
export interface Viewer {
  /** Whether the viewer may go on: the session may have ended, or the permissions may have changed. */
  mayStay(): Promise<boolean>
  leave(): void
}

/** Opens the live stream for a session, limited to what its operator may see. */
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

  /** @returns undefined for a token without a session */
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
   * Ends the streams of viewers whose session ended or whose permissions changed. Call it after every act that can
   * cause that. Calls that come during a check lead to one more check.
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
