import { computed, ref, shallowRef, watch, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { JobProgress } from '../../../src-server/contract/live.ts'
import type { BulkResult } from '../../../src-server/contract/paging.ts'
import { useJobs } from '../../api/jobs.ts'
import { useFailureText } from '../refusal/refusal.ts'
import type { BulkAct, BulkEffects, BulkForecast, BulkQuestion } from './bulk-act.ts'

/** The step of a bulk act: the server counts, the person decides, the server does it, or it is done. */
export type BulkPhase = 'counting' | 'asking' | 'running' | 'done'

export interface BulkRun {
  readonly phase: Readonly<Ref<BulkPhase>>
  /** First what the act would do, then what it did. */
  readonly result: Readonly<ShallowRef<BulkResult | undefined>>
  /** The progress of a job, from the stream. */
  readonly progress: ComputedRef<JobProgress | undefined>
  readonly failure: Readonly<Ref<string>>
  readonly question: Readonly<ShallowRef<BulkQuestion | undefined>>
  /** The answer to the question. undefined where there is no question. */
  readonly choice: Readonly<Ref<string | undefined>>
  readonly effects: Readonly<ShallowRef<BulkEffects | undefined>>
  /** The server still looks up the effects of the choice. */
  readonly looking: Readonly<Ref<boolean>>
  readonly begin: () => Promise<void>
  /** Takes another answer to the question and looks up its effects. */
  readonly choose: (value: string) => Promise<void>
  readonly run: () => Promise<void>
  /** Ends the job, if one runs. */
  readonly stop: () => Promise<void>
}

/** Counts, does and follows a bulk act. @param finished gets what the act did. A job says only how many rows it changed */
export function useBulkRun(act: () => BulkAct | undefined, finished: (result: BulkResult) => void): BulkRun {
  const jobs = useJobs()
  const { t } = useI18n()
  const textOf = useFailureText()
  const phase = ref<BulkPhase>('counting')
  const result = shallowRef<BulkResult>()
  const job = ref<string>()
  const failure = ref('')
  const question = shallowRef<BulkQuestion>()
  const choice = ref<string>()
  const effects = shallowRef<BulkEffects>()
  const looking = ref(false)
  const progress = computed(() => (job.value === undefined ? undefined : jobs.progress.get(job.value)))

  function finish(done: BulkResult): void {
    result.value = done
    phase.value = 'done'
    job.value = undefined
    finished(done)
  }
  /** The dialog may be closed, or opened for another act, when the server answers. */
  async function ask(dryRun: boolean, then: (answer: BulkForecast) => void): Promise<void> {
    const asked = act()
    if (asked === undefined) return
    const chosen = choice.value
    const isLate = () => act() !== asked || choice.value !== chosen
    failure.value = ''
    try {
      const answer = await asked.run(dryRun, chosen)
      if (!isLate()) then(answer)
    } catch (error) {
      if (isLate()) return
      failure.value = textOf(error)
      if (dryRun) effects.value = undefined
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
    // A job doesn't say which rows it left out, or why.
    finish({ done: now.done - (now.skipped ?? 0), skipped: [] })
  })
  return {
    phase,
    result,
    progress,
    failure,
    question,
    choice,
    effects,
    looking,
    async begin() {
      phase.value = 'counting'
      result.value = undefined
      job.value = undefined
      question.value = undefined
      choice.value = undefined
      effects.value = undefined
      looking.value = false
      await ask(true, (forecast) => {
        const { done = 0, skipped = [] } = forecast
        result.value = { done, skipped }
        question.value = forecast.question
        choice.value = forecast.question?.initial
        effects.value = forecast.effects
        phase.value = 'asking'
      })
    },
    async choose(value) {
      choice.value = value
      looking.value = true
      await ask(true, (forecast) => {
        effects.value = forecast.effects
      })
      if (choice.value === value) looking.value = false
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
