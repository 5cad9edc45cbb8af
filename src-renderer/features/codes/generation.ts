import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { useRouter } from 'vue-router'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import type { JobState } from '../../../src-server/contract/records/job.ts'
import { call } from '../../api/console-client.ts'
import { useJobs } from '../../api/jobs.ts'
import { useLiveStream } from '../../api/live-stream.ts'
import { i18n } from '../../i18n/index.ts'
import { formatInteger } from '../../i18n/format.ts'
import { notify } from '../../ui/toast.ts'

export interface Batch {
  readonly batch: number
  readonly total: number
  readonly done: number
  readonly state: JobState
  /** The first codes, as far as the server gave them. */
  readonly kamis: readonly string[]
}

/** The batch that is being made, which goes on when its dialog is closed. */
export const useGeneration = defineStore('generation', () => {
  const current = shallowRef<Batch>()
  const jobs = useJobs()
  const { on } = useLiveStream()
  const { t } = i18n.global
  const router = useRouter()
  let watched = false
  const job = shallowRef<string>()

  function advance(change: Partial<Batch>): void {
    if (current.value === undefined || current.value.state !== 'running') return
    current.value = { ...current.value, ...change }
    if (current.value.state === 'running' || watched) return
    const { batch, total, state } = current.value
    if (state === 'failed') notify.error(t('codes.generate.failed', { batch }))
    else if (state === 'cancelled')
      notify.success(t('codes.generate.stopped', { n: formatInteger(current.value.done) }))
    else {
      notify.offer(t('codes.generate.made', { n: formatInteger(total) }, total), {
        label: t('codes.generate.show'),
        run: () => void router.push({ name: 'codes', query: { batch } }),
      })
    }
  }

  watch(
    () => (job.value === undefined ? undefined : jobs.progress.get(job.value)),
    (told) => {
      if (told !== undefined) advance({ done: told.done, total: told.total, state: told.state })
    },
  )

  /** The stream missed something: what is in the store says how far the batch is. */
  async function catchUp(): Promise<void> {
    if (current.value?.state !== 'running') return
    const { batch, total } = current.value
    const answer = await call('code_list', { filter: { batch }, size: 1, exact: true })
    const { rows } = await call('job_list', {})
    const told = rows.find(({ id }) => id === job.value)
    advance({
      done: answer.total,
      state: answer.total >= total ? 'done' : (told?.state ?? 'cancelled'),
    })
  }
  on('reset', () => void catchUp().catch(() => undefined))

  async function start(input: ActionInput<'code_generate'>): Promise<void> {
    const answer = await call('code_generate', input)
    job.value = answer.job
    const told = job.value === undefined ? undefined : jobs.progress.get(job.value)
    current.value = {
      batch: answer.batch,
      total: input.count,
      done: told?.done ?? (job.value === undefined ? input.count : 0),
      state: told?.state ?? (job.value === undefined ? 'done' : 'running'),
      kamis: answer.kamis,
    }
  }

  /** Ends it after the codes it is at; those made stay. */
  async function stop(): Promise<void> {
    if (job.value !== undefined) await call('job_cancel', { id: job.value })
  }

  return {
    current,
    start,
    stop,
    /** Whether a dialog shows the progress: then no notice is needed at its end. */
    watchProgress(shown: boolean) {
      watched = shown
    },
  }
})
