import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { call } from '../../../api/console-client.ts'
import { ConsoleError } from '../../../api/console-error.ts'
import { CONSOLE } from '../../../../src-server/contract/error-codes.ts'
import { limitsFor, STANDARD_LIMITS, type RiskLimits } from './risk.ts'

interface KnownApp {
  readonly id: number
  readonly name: string
  /** Percent, 0 for none. */
  readonly threshold: number
  readonly limits: RiskLimits
}

/** Names and drawdown thresholds of the applications whose accounts are shown. An agent may not read them. */
export const useKnownApps = defineStore('live-known-apps', () => {
  const apps = shallowRef<ReadonlyMap<number, KnownApp>>(new Map())

  async function load(): Promise<void> {
    try {
      const { rows } = await call('app_list', { size: 500 })
      apps.value = new Map(
        rows.map(({ app, name, mt5 }) => {
          const threshold = mt5.drawdown_threshold
          return [app, { id: app, name, threshold, limits: limitsFor(threshold) }]
        }),
      )
    } catch (error) {
      if (!(error instanceof ConsoleError && error.code === CONSOLE.forbidden)) throw error
    }
  }

  return {
    apps,
    load,
    list: computed(() => [...apps.value.values()].sort((a, b) => a.name.localeCompare(b.name))),
    /** An application that is not known goes by its number. */
    nameOf: (app: number) => apps.value.get(app)?.name ?? String(app),
    limitsOf: (app: number) => apps.value.get(app)?.limits ?? STANDARD_LIMITS,
    thresholdOf: (app: number) => apps.value.get(app)?.threshold ?? 0,
  }
})
