import type { Sessions } from './sessions.ts'
import type { LiveSink } from '../telemetry/live-channel.ts'
import type { LiveStream } from '../telemetry/live-stream.ts'

/** Opens the live stream for whoever is signed in, with what they may see. */
export class LiveFeed {
  readonly #sessions: Sessions
  readonly #stream: LiveStream

  constructor(parts: { sessions: Sessions; stream: LiveStream }) {
    this.#sessions = parts.sessions
    this.#stream = parts.stream
  }

  /** Whether the viewer may go on watching. */
  isOpen(token: string): Promise<boolean> {
    return this.#sessions.isOpen(token)
  }

  /** @returns the way to leave, or undefined for a token that is no session. */
  async open(
    token: string | undefined,
    makeSink: () => LiveSink,
    lastEventId: string | undefined,
  ): Promise<(() => void) | undefined> {
    const session = token === undefined ? undefined : await this.#sessions.authenticate(token)
    return session === undefined ? undefined : this.#stream.subscribe(session.actor, makeSink(), lastEventId)
  }
}
