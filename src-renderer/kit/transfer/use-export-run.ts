import { onScopeDispose, ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ExportFormat, ExportPiece } from '../../../src-server/contract/records/export.ts'
import { formatDay, formatInteger } from '../../i18n/format.ts'
import { notify } from '../../ui/toast.ts'
import { saveExport } from './save-export.ts'

/** Reads the piece of a file after a row. */
export type ReadPiece = (after: { after?: number }, signal: AbortSignal) => Promise<ExportPiece>

export interface ExportRun {
  /** The export that runs. */
  readonly running: Readonly<ShallowRef<AbortController | undefined>>
  /** The rows so far. */
  readonly rows: Readonly<Ref<number>>
  readonly stop: () => void
  /** @returns whether the file is saved. Throws where a piece can't be read, or the export is stopped */
  readonly save: (name: string, format: ExportFormat, read: ReadPiece) => Promise<boolean>
}

/** Saves an export as a file with today's date in its name. A notice says how many rows it has. */
export function useExportRun(): ExportRun {
  const { t } = useI18n()
  const rows = ref(0)
  const running = shallowRef<AbortController>()

  function stop(): void {
    running.value?.abort()
    running.value = undefined
  }
  onScopeDispose(stop)
  return {
    running,
    rows,
    stop,
    async save(name, format, read) {
      stop()
      const mine = (running.value = new AbortController())
      rows.value = 0
      try {
        const saved = await saveExport(
          `${name}-${formatDay(Date.now() / 1000)}`,
          format,
          (after) => read(after, mine.signal),
          (count) => (rows.value = count),
        )
        if (saved !== undefined) notify.success(t('transfer.saved', { n: formatInteger(saved) }, saved))
        return saved !== undefined
      } finally {
        if (running.value === mine) running.value = undefined
      }
    },
  }
}
