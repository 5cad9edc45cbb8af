import type { Actor } from '../domain/access/scope.ts'
import type { LiveSink } from '../telemetry/live-channel.ts'
import { viewKey, type LiveStream } from '../telemetry/live-stream.ts'
import type { Sessions } from './sessions.ts'

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

  constructor(parts: { sessions: Sessions; stream: LiveStream }) {
    this.#sessions = parts.sessions
    this.#stream = parts.stream
  }

  /** @returns undefined for a token that is no session */
  async open(
    token: string | undefined,
    makeSink: () => LiveSink,
    lastEventId: string | undefined,
  ): Promise<Viewer | undefined> {
    const session = token === undefined ? undefined : await this.#sessions.authenticate(token)
    if (session === undefined) return undefined
    const { actor } = session
    return {
      mayStay: async () => isSameView(actor, await this.#sessions.look(session.token)),
      leave: this.#stream.subscribe(actor, makeSink(), lastEventId),
    }
  }
}

function isSameView(then: Actor, now: Actor | undefined): boolean {
  return now !== undefined && viewKey(now) === viewKey(then)
}
