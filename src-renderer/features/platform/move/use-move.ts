import { computed, onScopeDispose, ref, watch } from 'vue'
import type { MoveRecord } from '../../../../src-server/contract/records/move.ts'
import { useAnswer } from '../../../api/answer.ts'
import { call } from '../../../api/console-client.ts'
import { useJobs } from '../../../api/jobs.ts'
import { serverMove } from '../../../kit/session/server-move.ts'

/** How often the server is asked whether it has stopped deciding, milliseconds. */
const ASK_MS = 500

/** The move of the server, and the bundle that is being made for it. */
export function useMove() {
  const { value: move, failure, load } = useAnswer(() => call('move_get', {}))
  const jobs = useJobs()
  const job = ref<string>()
  const progress = computed(() => (job.value === undefined ? undefined : jobs.progress.get(job.value)))
  const hasFailed = ref(false)
  const isPacking = computed(() => job.value !== undefined)
  let timer: ReturnType<typeof setTimeout> | undefined

  async function pack(): Promise<void> {
    hasFailed.value = false
    const { job: id } = await call('move_bundle', {})
    job.value = id
    void untilPacked(id)
  }
  /** The live stream ends where the server opens its data again, so the end of the job is asked for. */
  async function untilPacked(id: string): Promise<void> {
    try {
      const found = (await call('job_list', {})).rows.find((one) => one.id === id)
      if (found === undefined || found.state !== 'running') {
        hasFailed.value = found?.state !== 'done'
        await load()
        job.value = undefined
        return
      }
    } catch {
      // Not there for a moment: asked again.
    }
    timer = setTimeout(() => void untilPacked(id), ASK_MS)
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

  watch(move, (now) => {
    serverMove.value = now
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
