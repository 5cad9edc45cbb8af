import { onMounted, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { JobProgress } from '../../../src-server/contract/live.ts'
import type { VerificationRecord } from '../../../src-server/contract/records/audit.ts'
import { call } from '../../api/console-client.ts'
import { useJobs } from '../../api/jobs.ts'
import { useFailureText } from '../../kit/refusal/refusal.ts'

export interface Verification {
  readonly result: Readonly<ShallowRef<VerificationRecord | undefined>>
  /** Of a long check, as far as the stream told. */
  readonly progress: Readonly<ShallowRef<JobProgress | undefined>>
  readonly running: Readonly<Ref<boolean>>
  readonly failure: Readonly<Ref<string>>
  readonly verify: () => Promise<void>
}

/** The check of the whole chain: what the last one found, and another one. */
export function useVerification(): Verification {
  const jobs = useJobs()
  const textOf = useFailureText()
  const result = shallowRef<VerificationRecord>()
  const progress = shallowRef<JobProgress>()
  const running = ref(false)
  const failure = ref('')
  const job = ref<string>()

  async function ask(last: boolean): Promise<void> {
    try {
      const answer = await call('audit_verify', { last })
      result.value = answer.verification ?? undefined
      job.value = answer.job
    } catch (error) {
      failure.value = textOf(error)
    }
  }
  watch(
    () => (job.value === undefined ? undefined : jobs.progress.get(job.value)),
    async (now) => {
      progress.value = now
      if (now === undefined || now.state === 'running') return
      await ask(true)
      running.value = false
    },
  )
  onMounted(() => ask(true))
  return {
    result,
    progress,
    running,
    failure,
    async verify() {
      running.value = true
      failure.value = ''
      progress.value = undefined
      await ask(false)
      // A job goes on behind the answer.
      running.value = job.value !== undefined
    },
  }
}
