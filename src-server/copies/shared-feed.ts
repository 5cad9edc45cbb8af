import type { Change } from '../store/changes.ts'
import type { CopyLink } from '../store/copy-link.ts'
import type { Feed, FollowOthers } from './feed.ts'

interface Parts {
  readonly link: Pick<CopyLink, 'hint' | 'look'>
  /** Milliseconds by a clock that nobody sets. */
  readonly steadyMs: () => number
  /** Called after a look or a hint that failed. */
  readonly failed: (error: unknown) => void
}

/** The change feed of copies in several processes: the store has the changes, and a hint says when to look. */
export class SharedFeed implements Feed {
  readonly #parts: Parts
  #follow: FollowOthers = () => undefined
  #hinting: Promise<void> | undefined
  #isHintWanted = false
  #looking: Promise<boolean> | undefined
  #next: Promise<boolean> | undefined
  #lookedAt: number
  #isFailing = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#lookedAt = parts.steadyMs()
  }

  /** The begin of the last look that succeeded, by the steady clock: memory has all commits until then. */
  get lookedAt(): number {
    return this.#lookedAt
  }

  /** Whether the last look failed. */
  get isFailing(): boolean {
    return this.#isFailing
  }

  publish(changes: readonly Change[]): void {
    if (changes.length === 0) return
    this.#isHintWanted = true
    this.#hinting ??= this.#hint()
  }

  subscribe(follow: FollowOthers): void {
    this.#follow = follow
  }

  /** Looks now. Two calls while a look is under way share the next one. @returns whether the look succeeded */
  look(): Promise<boolean> {
    if (this.#looking === undefined) return this.#begin()
    return (this.#next ??= this.#looking.then(() => {
      this.#next = undefined
      return this.#begin()
    }))
  }

  /** Resolves when the others were told everything so far. */
  async told(): Promise<void> {
    while (this.#hinting !== undefined) await this.#hinting
  }

  #begin(): Promise<boolean> {
    return (this.#looking = this.#look().finally(() => {
      this.#looking = undefined
    }))
  }

  async #look(): Promise<boolean> {
    const begun = this.#parts.steadyMs()
    try {
      for (let isLast = false; !isLast;) {
        const part = await this.#parts.link.look()
        if (part.changes.length > 0) await this.#follow(part.changes)
        isLast = part.isLast
      }
      this.#lookedAt = begun
      this.#isFailing = false
      return true
    } catch (error) {
      this.#isFailing = true
      this.#parts.failed(error)
      return false
    }
  }

  async #hint(): Promise<void> {
    while (this.#isHintWanted) {
      this.#isHintWanted = false
      try {
        await this.#parts.link.hint()
      } catch (error) {
        // The others look by themselves.
        this.#parts.failed(error)
      }
    }
    this.#hinting = undefined
  }
}
