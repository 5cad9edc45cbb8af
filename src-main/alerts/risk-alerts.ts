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
  /** Several risks of one cause. */
  readonly group: (count: number, kind: string, app: string) => string
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

/** More groups than this share one notification. */
const MOST_SINGLE = 3
/** A burst that goes on is announced again after so many seconds. */
const AGAIN_SECONDS = 300

/**
 * Finds the high risks that are new since the last look. Those of the first look aren't new. New risks of one cause
 * share a notification, and while their burst goes on, there is no other one.
 */
export class RiskAlerts {
  readonly #texts: () => AlertTexts
  #known: ReadonlySet<string> | undefined
  /** When the newest announced risk of each present group happened, Unix seconds. */
  #announced: ReadonlyMap<string, number> = new Map()

  /** @param texts in the language of the moment */
  constructor(texts: () => AlertTexts) {
    this.#texts = texts
  }

  look(risks: readonly HighRisk[]): Alert[] {
    const known = this.#known
    const announced = new Map<string, number>()
    const fresh: HighRisk[][] = []
    for (const [group, own] of Map.groupBy(risks, (risk) => risk.group)) {
      const before = this.#announced.get(group)
      const unseen = own.filter(({ key }) => known?.has(key) === false)
      const newest = Math.max(...own.map(({ at }) => at))
      const isAnnounced = unseen.length === 0 || (before !== undefined && newest - before < AGAIN_SECONDS)
      announced.set(group, isAnnounced ? (before ?? newest) : newest)
      if (!isAnnounced) fresh.push(unseen)
    }
    this.#known = new Set(risks.map(({ key }) => key))
    this.#announced = announced
    if (fresh.length <= MOST_SINGLE) return fresh.flatMap((unseen) => this.#alertOf(unseen))
    const { title, several } = this.#texts()
    return [{ title, body: several(fresh.flat().length), screen: RISKS }]
  }

  #alertOf(risks: readonly HighRisk[]): Alert[] {
    const [risk] = risks
    if (risk === undefined) return []
    const { title, kind: kinds, about, group } = this.#texts()
    const { kind, subject, device, app } = risk
    const name = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (risks.length > 1) return [{ title, body: group(risks.length, name ?? kind, app), screen: RISKS }]
    return [
      {
        title,
        body: name === undefined ? subject : about(name, subject),
        screen: device === null ? RISKS : `#/live/${device}`,
      },
    ]
  }
}
