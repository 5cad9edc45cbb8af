import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import {
  BRING_PIECE_BYTES,
  type BringAnswer,
  type BringCodes,
  type BringSystem,
} from '../../../../src-server/contract/bring-over-names.ts'
import type { BringReport, LeftRowRecord } from '../../../../src-server/contract/records/bring-over.ts'
import { useAnswer } from '../../../api/answer.ts'
import { call } from '../../../api/console-client.ts'
import { useJobs } from '../../../api/jobs.ts'
import { readBase64 } from '../https/read-base64.ts'

/** The interval of the questions whether the server is done, milliseconds. */
const ASK_MS = 400

/** Data of another system on its way here: the file, the check and the import. */
export function useBringOver() {
  const { value: state, failure, load } = useAnswer(() => call('bring_get', {}))
  const jobs = useJobs()
  /** The share of the file that has arrived, bytes. */
  const sent = ref<{ readonly done: number; readonly total: number }>()
  const progress = computed(() => {
    const job = state.value?.job
    return typeof job === 'string' ? jobs.progress.get(job) : undefined
  })
  const isWorking = computed(() => ['checking', 'running'].includes(state.value?.state ?? ''))
  const answers = ref<Record<number, BringAnswer>>({})
  const codes = ref<BringCodes>('keep')
  const left = shallowRef<{ readonly rows: readonly LeftRowRecord[]; readonly total: number }>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isGone = false

  const choices = () => ({
    answers: Object.entries(answers.value).map(([app, answer]) => ({ app: Number(app), answer })),
    codes: codes.value,
  })

  async function send(file: File): Promise<void> {
    answers.value = {}
    for (let at = 0; at < file.size && !isGone; at += BRING_PIECE_BYTES) {
      sent.value = { done: at, total: file.size }
      const data = await readBase64(file.slice(at, at + BRING_PIECE_BYTES))
      await call('bring_piece', { name: file.name.slice(0, 255), at, data })
    }
  }
  async function check(system: BringSystem, app: number | undefined): Promise<void> {
    const to = system === 'php' || app === undefined ? {} : { app }
    await call('bring_check', { system, ...to, ...choices() })
    await load()
  }
  /** The live stream may miss the end, so the server is asked for it. */
  async function ask(): Promise<void> {
    await load()
    if (isWorking.value && !isGone) timer = setTimeout(() => void ask(), ASK_MS)
  }
  async function readLeft(): Promise<void> {
    const { rows, total } = await call('bring_left', {})
    left.value = { rows, total }
  }

  watch(isWorking, (works) => {
    clearTimeout(timer)
    if (works) timer = setTimeout(() => void ask(), ASK_MS)
  })
  watch(
    () => state.value?.report,
    (report) => {
      left.value = undefined
      if (report !== null && report !== undefined) void readLeft()
    },
  )
  onScopeDispose(() => {
    isGone = true
    clearTimeout(timer)
  })

  return {
    state,
    failure,
    load,
    sent,
    progress,
    isWorking,
    answers,
    codes,
    left,
    check,
    /** Sends a file and checks it. */
    take: async (file: File, system: BringSystem, app: number | undefined): Promise<void> => {
      try {
        await send(file)
      } finally {
        sent.value = undefined
      }
      if (!isGone) await check(system, app)
    },
    start: async (): Promise<void> => {
      await call('bring_start', choices())
      await load()
    },
    stop: async (): Promise<void> => {
      const job = state.value?.job
      if (typeof job === 'string') await call('job_cancel', { id: job })
    },
    drop: async (): Promise<void> => {
      await call('bring_drop', {})
      await load()
    },
    /** All rows that were not taken, as far as the server names them. */
    readAllLeft: async (): Promise<LeftRowRecord[]> => {
      const all: LeftRowRecord[] = []
      for (let after: number | null = 0; after !== null;) {
        const page: Awaited<ReturnType<typeof leftAfter>> = await leftAfter(after)
        all.push(...page.rows)
        after = page.next
      }
      return all
    },
  }
}

function leftAfter(after: number) {
  return call('bring_left', { after })
}

/** Applications of the file whose number another application has here. */
export function conflictsOf(report: BringReport): BringReport['applications'] {
  return report.applications.filter(({ here }) => here !== null && !here.same)
}
