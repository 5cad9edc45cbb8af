import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { PlanRecord } from '../../../src-server/contract/records/plan.ts'
import { call } from '../../api/console-client.ts'

/** More plans than anybody sells. */
const MOST = 500

/** The plans there are, for filters and pickers. */
export const usePlans = defineStore('plans', () => {
  const plans = shallowRef<readonly PlanRecord[]>([])

  async function load(): Promise<void> {
    plans.value = (await call('plan_list', { size: MOST, sort: 'name' })).rows
  }
  return { plans, load }
})
