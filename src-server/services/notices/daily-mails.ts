import type { Clock } from '../../contract/ports.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import { dayDue } from '../../domain/platform/planned-moment.ts'
import type { NoticePost } from './notice-post.ts'

interface Parts {
  readonly post: Pick<NoticePost, 'isOpen'>
  readonly settings: { readonly current: Pick<PlatformSettings, 'notices'> }
  readonly clock: Clock
  readonly utcOffset: (at: number) => number
  /**
   * The mails of a day, and how late they may be written, seconds. A second round of the same day writes no second
   * mail.
   */
  readonly rounds: readonly { readonly within: number; readonly send: (day: string) => Promise<void> }[]
}

/** Writes the mails of a day when their time comes. */
export class DailyMails {
  readonly #parts: Parts
  /** The last day of each round. */
  readonly #done = new Map<object, string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async sweep(): Promise<void> {
    const { post, settings, clock, utcOffset, rounds } = this.#parts
    if (!post.isOpen) return
    const now = clock.now()
    const { digest_time: time } = settings.current.notices
    for (const round of rounds) {
      const day = dayDue(time, utcOffset(now), now, round.within)
      if (day === undefined || this.#done.get(round) === day) continue
      await round.send(day)
      this.#done.set(round, day)
    }
  }
}
