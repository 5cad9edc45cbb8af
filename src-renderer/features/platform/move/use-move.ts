import { computed, onScopeDispose, ref, watch } from 'vue'
import type { MoveRecord } from '../../../../src-server/contract/records/move.ts'
import { useAnswer } from '../../../api/answer.ts'
import { call } from '../../../api/console-client.ts'
import { useJobs } from '../../../api/jobs.ts'

/** How often the server is asked whether it has stopped deciding, milliseconds. */
const ASK_MS = 500

/** The move of the server, and the bundle that is being made for it. */
export function useMove() {
  const { value: move, failure, load } = useAnswer(() => call('move_get', {}))
  const jobs = useJobs()
  const job = ref<string>()
  const progress = computed(() => (job.value === undefined ? undefined : jobs.progress.get(job.value)))
  const hasFailed = computed(() => progress.value?.state === 'failed')
  const isPacking = computed(() => job.value !== undefined && !hasFailed.value)
  let timer: ReturnType<typeof setTimeout> | undefined

  async function pack(): Promise<void> {
    job.value = (await call('move_bundle', {})).job
  }
  /** The server opens its data again after the answer, and refuses the bundle until then. */
  async function packWhenAway(): Promise<void> {
    try {
      await pack()
      await load()
    } catch {
      timer = setTimeout(() => void packWhenAway(), ASK_MS)
    }
  }
  function show(record: MoveRecord): void {
    move.value = record
  }

  watch(progress, async (now) => {
    if (now === undefined || now.state === 'running' || now.state === 'failed') return
    await load()
    job.value = undefined
  })
  onScopeDispose(() => {
    clearTimeout(timer)
  })

  return {
    move,
    failure,
    load,
    progress,
    isPacking,
    hasFailed,
    pack,
    begin: async (recoveryKey: string): Promise<void> => {
      show(await call('move_begin', { recovery_key: recoveryKey }))
      timer = setTimeout(() => void packWhenAway(), ASK_MS)
    },
    finish: async (to: string): Promise<void> => {
      show(await call('move_finish', { to }))
    },
    cancel: async (): Promise<void> => {
      show(await call('move_cancel', {}))
    },
  }
}
