import { computed, ref, shallowRef } from 'vue'
import type { ApplicationRecord } from '../../../src-server/contract/records/application.ts'
import { call } from '../../api/console-client.ts'
import { useRefusal } from '../../kit/refusal/refusal.ts'
import type { SettingValue } from '../../kit/form/setting.ts'
import { readSetting, writeSetting } from '../../kit/form/setting-path.ts'
import { SAVED_SETTINGS } from './setting-tabs.ts'
import { settingsChange } from './settings-change.ts'

/** An application's settings as saved and as typed, and the way between them. */
export function useApplicationDraft(app: () => number) {
  const saved = shallowRef<ApplicationRecord>()
  const draft = ref<ApplicationRecord>()
  const failure = shallowRef<unknown>()
  const saving = ref(false)
  const refusal = useRefusal()

  const changed = computed(() => {
    const { value: from } = saved
    const { value: to } = draft
    if (from === undefined || to === undefined) return []
    return SAVED_SETTINGS.filter(({ path }) => readSetting(from, path) !== readSetting(to, path))
  })

  function adopt(record: ApplicationRecord): void {
    saved.value = record
    draft.value = structuredClone(record)
    refusal.clear()
  }

  async function load(): Promise<void> {
    const asked = app()
    // Nothing of the application before may stay: it would be saved under this one's number.
    saved.value = undefined
    draft.value = undefined
    failure.value = undefined
    try {
      const record = await call('app_get', { app: asked })
      if (asked === app()) adopt(record)
    } catch (error) {
      if (asked === app()) failure.value = error
    }
  }

  function change(path: string, value: SettingValue): void {
    if (draft.value !== undefined) writeSetting(draft.value, path, value)
  }

  /** The application's keys were rotated: what is typed elsewhere stays. */
  function takeKeys(record: ApplicationRecord): void {
    if (saved.value === undefined || draft.value === undefined || record.app !== saved.value.app) return
    const { appkey, rc4_key, previous_appkey_until, previous_rc4_key_until } = record
    const { answer_key, previous_answer_key, previous_answer_key_until } = record
    const keys = {
      ...{ appkey, rc4_key, previous_appkey_until, previous_rc4_key_until },
      ...{ answer_key, previous_answer_key, previous_answer_key_until },
    }
    saved.value = { ...saved.value, ...keys }
    Object.assign(draft.value, keys)
  }

  function discard(): void {
    if (saved.value !== undefined) adopt(saved.value)
  }

  /** @returns whether the server took the change; if not, `refusal` says why */
  async function save(): Promise<boolean> {
    if (saved.value === undefined || draft.value === undefined) return false
    saving.value = true
    try {
      const record = await call('app_update', {
        ...settingsChange(saved.value, draft.value),
        app: saved.value.app,
      })
      if (record.app === app()) adopt(record)
      return true
    } catch (error) {
      refusal.show(error)
      return false
    } finally {
      saving.value = false
    }
  }

  return { saved, draft, changed, failure, saving, refusal, load, change, takeKeys, discard, save }
}

export type ApplicationDraft = ReturnType<typeof useApplicationDraft>
