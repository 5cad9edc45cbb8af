import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { Risk } from '../../domain/risk/risk.ts'
import {
  exposedKeysOf,
  platformWeaknesses,
  weaknessesOf,
  type PlatformCondition,
  type Weakness,
} from '../../domain/risk/weak-settings.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'

/** The state of the platform that can be a risk. */
export interface PlatformState {
  readonly settings: PlatformSettings
  readonly ownerHasTotp: boolean
  readonly condition: PlatformCondition
}

type Draft = Omit<Risk, 'since' | 'at'>

/** The beginning of the keys of the platform's own weak settings. */
const OF_PLATFORM = keyOfWeak(0, '')

/** Risks of settings that last as long as the setting does: weak settings, and keys that calls can ask for. */
export class SettingsRisks {
  readonly #registry: ApplicationRegistry
  readonly #isShared: boolean
  /** Risks that were over at the last refresh, and not at the one before. */
  #over: ReadonlySet<string> = new Set()
  /** Open risks of the last refresh, by key. `since` is the first refresh of this run that found the risk. */
  #open = new Map<string, Risk>()

  /** @param isShared whether the server may have other copies, on other machines */
  constructor(registry: ApplicationRegistry, isShared: boolean) {
    this.#registry = registry
    this.#isShared = isShared
  }

  /** Recomputes the open risks. A setting that was fixed and is weak again is a new risk. */
  refresh(platform: PlatformState, now: number): void {
    const open = new Map<string, Risk>()
    for (const draft of this.#drafts(platform, now))
      open.set(draft.key, { ...draft, since: this.#open.get(draft.key)?.since ?? now, at: now })
    this.#over = new Set([...this.#open.keys()].filter((key) => !open.has(key)))
    this.#open = open
  }

  /** As of the last refresh. */
  all(): Iterable<Risk> {
    return this.#open.values()
  }

  /** Whether the risk is over since the last refresh. The platform's risks may be those of another copy's machine. */
  isOver(key: string): boolean {
    if (this.#open.has(key)) return false
    return !this.#isShared || !key.startsWith(OF_PLATFORM) || this.#over.has(key)
  }

  /** Whether a key is of such a risk, open or not. */
  covers(key: string): boolean {
    return key.startsWith('weak_setting:') || key.startsWith('keys_exposed:')
  }

  *#drafts({ settings, ownerHasTotp, condition }: PlatformState, now: number): Generator<Draft> {
    for (const weakness of platformWeaknesses(settings, ownerHasTotp, condition))
      yield { ...weak(weakness, 0), app: null, ownerId: 0, subjectKind: 'settings', subjectId: 0 }
    for (const { settings: app, grants } of this.#registry.all()) {
      // No program calls the application of demo accounts.
      if (app.demo) continue
      const about = {
        app: app.id,
        ownerId: app.ownerId,
        subjectKind: 'application',
        subjectId: app.id,
      } as const
      for (const weakness of weaknessesOf(app, grants)) yield { ...weak(weakness, app.id), ...about }
      for (const { api, level, expires } of exposedKeysOf(
        app,
        grants,
        (of) => this.#registry.apiState(of),
        now,
      ))
        yield {
          key: `keys_exposed:${app.id}:${api}`,
          kind: 'keys_exposed',
          level,
          times: 1,
          facts: { api, expires },
          outboxKey: null,
          ...about,
        }
    }
  }
}

function keyOfWeak(app: number, setting: string): string {
  return `weak_setting:${app}:${setting}`
}

function weak({ setting, level, facts = {} }: Weakness, app: number) {
  return {
    key: keyOfWeak(app, setting),
    kind: 'weak_setting',
    level,
    times: 1,
    facts: { setting, ...facts },
    outboxKey: null,
  } as const
}
