import { useTemplateRef } from 'vue'
import { usePageKeys } from '../../ui/page-keys.ts'

/**
 * The keys every list has: / goes to what is `searchField` in the page's template, j and k to what is `table`.
 *
 * @param more what else keys do on this page
 */
export function useListKeys(more: Parameters<typeof usePageKeys>[0] = {}): void {
  const searchField = useTemplateRef<{ focus(): void }>('searchField')
  const table = useTemplateRef<{ focusActive(): void }>('table')
  const toTable = () => table.value?.focusActive()
  usePageKeys({ '/': () => searchField.value?.focus(), j: toTable, k: toTable, ...more })
}
