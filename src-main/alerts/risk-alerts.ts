import type { HighRisk } from '../server-process/messages.ts'
import { RISKS } from '../window/console-screens.ts'

export interface Alert {
  readonly title: string
  readonly body: string
  /** Of the console: where a click goes. */
  readonly screen: string
}

export interface AlertTexts {
  readonly title: string
  /** By the server's name of it; one that is unknown here is told without. */
  readonly kind: Readonly<Record<string, string>>
  readonly about: (kind: string, subject: string) => string
  readonly several: (count: number) => string
  /** What a notification says after the first closing of the window. */
  readonly hiddenTitle: string
  readonly hiddenBody: string
}

/** More than these at once are told in one. */
const MOST_SINGLE = 3

/** Finds among the high risks those that are new since the last look. What is there at the beginning is no news. */
export class RiskAlerts {
  readonly #texts: AlertTexts
  #known: ReadonlySet<string> | undefined

  constructor(texts: AlertTexts) {
    this.#texts = texts
  }

  look(risks: readonly HighRisk[]): Alert[] {
    const known = this.#known
    this.#known = new Set(risks.map(({ key }) => key))
    if (known === undefined) return []
    const fresh = risks.filter(({ key }) => !known.has(key))
    if (fresh.length <= MOST_SINGLE) return fresh.map((risk) => this.#alertOf(risk))
    const { title, several } = this.#texts
    return [{ title, body: several(fresh.length), screen: RISKS }]
  }

  #alertOf({ kind, subject, device }: HighRisk): Alert {
    const { title, kind: kinds, about } = this.#texts
    const name = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    return {
      title,
      body: name === undefined ? subject : about(name, subject),
      screen: device === null ? RISKS : `#/live/${device}`,
    }
  }
}
