import { computed, ref, shallowRef, watch, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { JobProgress } from '../../../src-server/contract/live.ts'
import type { BulkAnswer, BulkResult } from '../../../src-server/contract/paging.ts'
import { useJobs } from '../../api/jobs.ts'
import { useFailureText } from '../refusal.ts'
import type { BulkAct } from './bulk-act.ts'

/** Where a bulk act stands: being counted, waiting for a yes, being done, or done. */
export type BulkPhase = 'counting' | 'asking' | 'running' | 'done'

export interface BulkRun {
  readonly phase: Readonly<Ref<BulkPhase>>
  /** What would be done, then what was done. */
  readonly result: Readonly<ShallowRef<BulkResult | undefined>>
  /** Of a job, as the stream tells it. */
  readonly progress: ComputedRef<JobProgress | undefined>
  readonly failure: Readonly<Ref<string>>
  readonly begin: () => Promise<void>
  readonly run: () => Promise<void>
  /** Ends the job, if one is under way. */
  readonly stop: () => Promise<void>
}

/** Counts, does and follows a bulk act. @param finished what was done; of a job only how many */
export function useBulkRun(act: () => BulkAct | undefined, finished: (result: BulkResult) => void): BulkRun {
  const jobs = useJobs()
  const { t } = useI18n()
  const textOf = useFailureText()
  const phase = ref<BulkPhase>('counting')
  const result = shallowRef<BulkResult>()
  const job = ref<string>()
  const failure = ref('')
  const progress = computed(() => (job.value === undefined ? undefined : jobs.progress.get(job.value)))

  function finish(done: BulkResult): void {
    result.value = done
    phase.value = 'done'
    job.value = undefined
    finished(done)
  }
  /** The dialog may have been closed, or opened for another act, by the time the server answers. */
  async function ask(dryRun: boolean, then: (answer: BulkAnswer) => void): Promise<void> {
    const asked = act()
    if (asked === undefined) return
    failure.value = ''
    try {
      const answer = await asked.run(dryRun)
      if (act() === asked) then(answer)
    } catch (error) {
      if (act() !== asked) return
      failure.value = textOf(error)
      if (phase.value === 'running') phase.value = 'asking'
    }
  }

  watch(progress, (now) => {
    if (now === undefined || now.state === 'running') return
    if (now.state === 'failed') {
      failure.value = t('list.bulk.failed')
      phase.value = 'asking'
      job.value = undefined
      return
    }
    // Which rows were left out, and why, a job doesn't say.
    finish({ done: now.done - (now.skipped ?? 0), skipped: [] })
  })
  return {
    phase,
    result,
    progress,
    failure,
    async begin() {
      phase.value = 'counting'
      result.value = undefined
      job.value = undefined
      await ask(true, ({ done = 0, skipped = [] }) => {
        result.value = { done, skipped }
        phase.value = 'asking'
      })
    },
    async run() {
      phase.value = 'running'
      await ask(false, (answer) => {
        if (answer.job === undefined) finish({ done: answer.done ?? 0, skipped: answer.skipped ?? [] })
        else job.value = answer.job
      })
    },
    async stop() {
      if (job.value === undefined) return
      try {
        await act()?.cancel?.(job.value)
      } catch (error) {
        failure.value = textOf(error)
      }
    },
  }
}
