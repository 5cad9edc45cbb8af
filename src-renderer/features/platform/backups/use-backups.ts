import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { call } from '../../../api/console-client.ts'
import { useJobs } from '../../../api/jobs.ts'
import { useAnswer } from '../../../api/answer.ts'
import { useAttempt } from '../../../kit/refusal/attempt.ts'
import { notify } from '../../../ui/toast.ts'

/** How often the server is asked whether it has changed over, milliseconds. */
const ASK_MS = 500

type Work = { readonly kind: 'backup' } | { readonly kind: 'restore'; readonly name: string }

/** The backups, and the one thing that is being done with them. */
export function useBackups() {
  const { t } = useI18n()
  const { attempt } = useAttempt()
  const jobs = useJobs()
  const { value: list, failure, load } = useAnswer(() => call('backup_list', {}))
  const work = shallowRef<Work>()
  const job = ref<string>()
  const progress = computed(() => (job.value === undefined ? undefined : jobs.progress.get(job.value)))
  /** The words for the work. */
  const workText = computed(() => {
    if (work.value === undefined) return ''
    if (work.value.kind === 'backup') return t('platform.backups.making')
    return progress.value?.state === 'done'
      ? t('platform.backups.changing_over')
      : t('platform.backups.preparing')
  })
  let timer: ReturnType<typeof setTimeout> | undefined

  async function begin(kind: Work, start: () => Promise<{ job: string }>): Promise<void> {
    work.value = kind
    try {
      job.value = (await start()).job
    } catch (error) {
      end()
      throw error
    }
  }
  function end(): void {
    work.value = undefined
    job.value = undefined
  }

  /** A server that changes over answers when it has; that it did stands in the data it has now. */
  async function untilRestored(name: string, since: number): Promise<void> {
    if (work.value?.kind !== 'restore') return
    try {
      const { restored } = await call('health', {})
      if (restored?.name === name && restored.at >= since) {
        end()
        await load()
        notify.success(t('platform.backups.restored', { name }))
        return
      }
    } catch {
      // Not there for a moment: asked again.
    }
    timer = setTimeout(() => void untilRestored(name, since), ASK_MS)
  }

  watch(progress, async (now) => {
    const doing = work.value
    if (now === undefined || now.state === 'running' || doing === undefined) return
    // The stream ends where the server changes over: that it did is asked for instead.
    if (now.state === 'done' && doing.kind === 'restore') return
    end()
    await load()
    if (now.state === 'done') notify.success(t('platform.backups.made'))
  })
  onScopeDispose(() => {
    clearTimeout(timer)
  })

  return {
    list,
    failure,
    work,
    workText,
    progress,
    load,
    make: () => attempt(() => begin({ kind: 'backup' }, () => call('backup_now', {}))),
    /** Begins a restore. Throws what the server refuses, such as a backup that needs a recovery key. */
    restore: async (name: string, recoveryKey: string): Promise<void> => {
      const { now } = await call('health', {})
      const key = recoveryKey === '' ? {} : { recovery_key: recoveryKey }
      await begin({ kind: 'restore', name }, () => call('backup_restore', { name, ...key }))
      void untilRestored(name, now)
    },
  }
}
