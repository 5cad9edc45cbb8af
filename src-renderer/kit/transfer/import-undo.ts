import {
  computed,
  onScopeDispose,
  ref,
  shallowRef,
  watch,
  type ComputedRef,
  type Ref,
  type ShallowRef,
} from 'vue'
import { useI18n } from 'vue-i18n'
import type { JobProgress } from '../../../src-server/contract/live.ts'
import type { ImportUndo } from '../../../src-server/contract/records/import.ts'
import { call } from '../../api/console-client.ts'
import { ConsoleError } from '../../api/console-error.ts'
import { useJobs } from '../../api/jobs.ts'
import { useFailureText } from '../refusal/refusal.ts'

export interface UndoRun {
  /** The import that is looked at, and the effect of its undo. */
  readonly looked: Readonly<ShallowRef<{ readonly id: number; readonly effect: ImportUndo } | undefined>>
  /** The import that is looked at or undone now. 0 for none. */
  readonly busy: Readonly<Ref<number>>
  /** The progress of a long undo. */
  readonly progress: ComputedRef<JobProgress | undefined>
  readonly failure: Readonly<Ref<string>>
  readonly look: (id: number) => Promise<void>
  readonly leave: () => void
  readonly run: () => Promise<void>
  /** Ends a long undo. The rows that it has handled stay undone. */
  readonly stop: () => Promise<void>
}

/** The undo of imports: first the effect, then the act. @param done is called after each undo */
export function useImportUndo(done: () => void): UndoRun {
  const { t } = useI18n()
  const textOf = useFailureText()
  const jobs = useJobs()
  const looked = shallowRef<UndoRun['looked']['value']>()
  const busy = ref(0)
  const failure = ref('')
  const job = ref<string>()
  const progress = computed(() => (job.value === undefined ? undefined : jobs.progress.get(job.value)))

  async function attempt(id: number, work: () => Promise<void>): Promise<void> {
    failure.value = ''
    busy.value = id
    try {
      await work()
    } catch (error) {
      const isUndone = error instanceof ConsoleError && error.fields['id'] === 'undone'
      failure.value = isUndone ? t('transfer.undo.was_undone') : textOf(error)
      busy.value = 0
    }
    if (job.value === undefined) busy.value = 0
  }
  function finish(): void {
    job.value = undefined
    busy.value = 0
    looked.value = undefined
    done()
  }
  const end = watch(progress, (now) => {
    if (now === undefined || now.state === 'running') return
    if (now.state === 'failed') failure.value = t('transfer.undo.failed')
    finish()
  })
  onScopeDispose(end)

  return {
    looked,
    busy,
    progress,
    failure,
    look: (id) =>
      attempt(id, async () => {
        looked.value = undefined
        looked.value = { id, effect: await call('import_undo', { id, dry_run: true }) }
      }),
    leave() {
      looked.value = undefined
    },
    async run() {
      const id = looked.value?.id
      if (id === undefined) return
      await attempt(id, async () => {
        const answer = await call('import_undo', { id })
        job.value = answer.job
        if (answer.job === undefined) finish()
      })
    },
    async stop() {
      if (job.value !== undefined) await call('job_cancel', { id: job.value })
    },
  }
}
