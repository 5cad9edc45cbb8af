import { defineStore } from 'pinia'
import { computed, onMounted, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { isFieldOf, type FieldPlace } from '../../../src-server/contract/custom-field-names.ts'
import type { FieldRecord } from '../../../src-server/contract/records/custom-field.ts'
import { call } from '../../api/console-client.ts'

type Place = Exclude<FieldPlace, 'both'>

/** The custom fields that this person sees. */
export const useCustomFields = defineStore('custom-fields', () => {
  const rows = shallowRef<readonly FieldRecord[]>([])
  async function load(): Promise<void> {
    rows.value = (await call('field_list', {})).rows
  }
  return { rows, load }
})

/** The fields of codes or trading accounts, as a screen has read them. */
export function useKnownFields(place: Place): ComputedRef<readonly FieldRecord[]> {
  const fields = useCustomFields()
  return computed(() => fields.rows.filter((field) => isFieldOf(place, field)))
}

/** The fields, read again for the screen that shows them. Without them the screen works too. */
export function useFreshFields(place: Place): ComputedRef<readonly FieldRecord[]> {
  const fields = useCustomFields()
  onMounted(() => {
    fields.load().catch(() => undefined)
  })
  return useKnownFields(place)
}

/** The fields of the owner of an application. */
export function useFieldsOf(app: () => number, place: Place): ShallowRef<readonly FieldRecord[]> {
  const found = shallowRef<readonly FieldRecord[]>([])
  watch(
    app,
    async (asked) => {
      const rows =
        asked === 0
          ? []
          : await call('field_list', { app: asked }).then(
              (answer) => answer.rows,
              () => [],
            )
      if (asked === app()) found.value = rows.filter((field) => isFieldOf(place, field))
    },
    { immediate: true },
  )
  return found
}
