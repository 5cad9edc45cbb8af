import { useTemplateRef } from 'vue'
import { usePageKeys } from '../../ui/page-keys.ts'

/**
 * The keys of every list: / goes to the template's `searchField`, j and k go to its `table`.
 *
 * @param more what else keys do on this page
 */
export function useListKeys(more: Parameters<typeof usePageKeys>[0] = {}): void {
  const searchField = useTemplateRef<{ focus(): void }>('searchField')
  const table = useTemplateRef<{ focusActive(): void }>('table')
  const toTable = () => table.value?.focusActive()
  usePageKeys({ '/': () => searchField.value?.focus(), j: toTable, k: toTable, ...more })
}
