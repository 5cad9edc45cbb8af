import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type {
  PlatformSettings,
  SettingsChange,
  SettingsGroup,
  SettingsRecord,
} from '../../../../src-server/contract/records/settings.ts'
import { call, isUnconfirmed } from '../../../api/console-client.ts'
import { useRefusal } from '../../../kit/refusal/refusal.ts'
import { notify } from '../../../ui/toast.ts'

interface GroupDraft<G extends SettingsGroup> {
  readonly draft: Ref<PlatformSettings[G]>
  readonly changed: ComputedRef<boolean>
  readonly busy: Readonly<Ref<boolean>>
  readonly message: Readonly<Ref<string>>
  /** Why a member was refused. */
  readonly error: (member: string) => string | undefined
  /** Whether the command line decides it. */
  readonly fixed: (member: string) => boolean
  readonly discard: () => void
  readonly save: () => Promise<void>
}

/** One group of the settings while it is edited: only what differs is sent. */
export function useGroupForm<G extends SettingsGroup>(
  group: G,
  record: () => SettingsRecord,
  saved: (record: SettingsRecord) => void,
): GroupDraft<G> {
  const { t } = useI18n()
  const refusal = useRefusal()
  const copy = () => structuredClone(record()[group])
  const draft = ref(copy()) as Ref<PlatformSettings[G]>
  const busy = ref(false)
  const differing = computed(() => {
    const before = record()[group] as Readonly<Record<string, unknown>>
    return Object.entries(draft.value).filter(
      ([member, value]) => JSON.stringify(value) !== JSON.stringify(before[member]),
    )
  })

  function discard(): void {
    draft.value = copy()
    refusal.clear()
  }
  watch(() => JSON.stringify(record()[group]), discard)

  return {
    draft,
    changed: computed(() => differing.value.length > 0),
    busy,
    message: refusal.message,
    error: (member) => {
      const found = Object.entries(refusal.fields).find(
        ([name]) => name === `${group}.${member}` || name.startsWith(`${group}.${member}.`),
      )
      return found?.[1]
    },
    fixed: (member) => record().fixed.includes(`${group}.${member}`),
    discard,
    async save() {
      if (differing.value.length === 0) return
      busy.value = true
      refusal.clear()
      try {
        const change: SettingsChange = { [group]: Object.fromEntries(differing.value) }
        const kept = await call('settings_set', change)
        // A secret comes back empty. It would differ from the record for ever.
        draft.value = structuredClone(kept[group])
        saved(kept)
        notify.success(t('platform.saved'))
      } catch (error) {
        if (!isUnconfirmed(error)) refusal.show(error)
      } finally {
        busy.value = false
      }
    },
  }
}
