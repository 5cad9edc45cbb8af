import type { HighRisk } from '../server-process/messages.ts'
import { RISKS } from '../window/console-address.ts'

export interface Alert {
  readonly title: string
  readonly body: string
  /** The console screen that a click opens. */
  readonly screen: string
}

export interface AlertTexts {
  readonly title: string
  /** By the server's name of the kind. A kind unknown here is reported without a word. */
  readonly kind: Readonly<Record<string, string>>
  readonly about: (kind: string, subject: string) => string
  readonly several: (count: number) => string
  /** The notification after the window was closed for the first time. */
  readonly hiddenTitle: string
  readonly hiddenBody: string
  /** The same on Linux, where not every desktop has a tray. */
  readonly hiddenBodyOnLinux: string
  /** Nobody sees a window, and the server doesn't run. */
  readonly downTitle: string
  readonly downBody: string
  readonly backTitle: string
  readonly backBody: string
}

/** More risks than this share one notification. */
const MOST_SINGLE = 3

/** Finds the high risks that are new since the last look. Those of the first look aren't new. */
export class RiskAlerts {
  readonly #texts: () => AlertTexts
  #known: ReadonlySet<string> | undefined

  /** @param texts in the language of the moment */
  constructor(texts: () => AlertTexts) {
    this.#texts = texts
  }

  look(risks: readonly HighRisk[]): Alert[] {
    const known = this.#known
    this.#known = new Set(risks.map(({ key }) => key))
    if (known === undefined) return []
    const fresh = risks.filter(({ key }) => !known.has(key))
    if (fresh.length <= MOST_SINGLE) return fresh.map((risk) => this.#alertOf(risk))
    const { title, several } = this.#texts()
    return [{ title, body: several(fresh.length), screen: RISKS }]
  }

  #alertOf({ kind, subject, device }: HighRisk): Alert {
    const { title, kind: kinds, about } = this.#texts()
    const name = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    return {
      title,
      body: name === undefined ? subject : about(name, subject),
      screen: device === null ? RISKS : `#/live/${device}`,
    }
  }
}
