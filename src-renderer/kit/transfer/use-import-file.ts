import { computed, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { shownZone } from '../../i18n/zone.ts'
import {
  isHeader,
  mapColumns,
  mapPlain,
  NO_COLUMN,
  SAME_FOR_ALL,
  type ImportColumn,
  type Mapping,
} from './import-column.ts'
import type { FileRow } from './reading/file-rows.ts'
import { openFile, type FileChoice, type FileTable, type OpenedFile } from './reading/open-file.ts'
import { orderOfFile, type RowSense } from './reading/prepare-rows.ts'
import type { DayOrder } from './reading/read-date.ts'

/** A file, and how its rows are understood: by guesses that the person can change. */
export interface ImportFile {
  readonly name: Readonly<Ref<string>>
  readonly table: Readonly<ShallowRef<FileTable | undefined>>
  /** The first row names the columns. */
  readonly hasHeader: Ref<boolean>
  /** The names of the columns. A column without one has an empty name. */
  readonly header: ComputedRef<readonly string[]>
  /** The rows below the header. */
  readonly rows: ComputedRef<readonly FileRow[]>
  readonly mapping: ShallowRef<Mapping>
  /** The texts for all lines, by member. */
  readonly fills: ShallowRef<Readonly<Record<string, string>>>
  /** Required columns that the file lacks. */
  readonly missing: ComputedRef<readonly ImportColumn[]>
  /**
   * The order of day and month in the file's dates: `open` needs the person's answer, `none` no answer. The example is a date
   * that fits both orders.
   */
  readonly foundOrder: ComputedRef<ReturnType<typeof orderOfFile>>
  /** The person's answer. */
  readonly order: Ref<DayOrder | ''>
  /** The zone of the file's times. Empty for this computer's. */
  readonly zone: Ref<string>
  readonly hasDates: ComputedRef<boolean>
  readonly sense: ComputedRef<RowSense>
  /** @throws UnreadableFile */
  readonly open: (file: File, language: string, signal: AbortSignal) => Promise<void>
  /** Reads the same bytes in another way. @throws UnreadableFile */
  readonly read: (choice: FileChoice) => Promise<void>
  readonly close: () => void
}

export function useImportFile(columns: () => readonly ImportColumn[]): ImportFile {
  const name = ref('')
  const table = shallowRef<FileTable>()
  const headed = ref(true)
  const mapping = shallowRef<Mapping>({})
  const fills = shallowRef<Readonly<Record<string, string>>>({})
  const order = ref<DayOrder | ''>('')
  const zone = ref('')
  let opened: OpenedFile | undefined
  let choice: FileChoice = {}

  const allRows = computed(() => table.value?.rows ?? [])
  const rows = computed(() => (headed.value ? allRows.value.slice(1) : allRows.value))
  const width = computed(() => allRows.value.reduce((most, { cells }) => Math.max(most, cells.length), 0))
  const header = computed(() =>
    Array.from({ length: width.value }, (_, at) =>
      headed.value ? (allRows.value[0]?.cells[at] ?? '').trim() : '',
    ),
  )
  const sense = computed(() => ({
    mapping: mapping.value,
    fills: fills.value,
    is1904: table.value?.is1904 ?? false,
    order: chosenOrder.value,
    zone: zone.value === '' ? undefined : zone.value,
  }))
  const chosenOrder = computed(() => {
    const found = foundOrder.value.order
    return found === 'dmy' || found === 'mdy' ? found : order.value === '' ? undefined : order.value
  })
  const foundOrder = computed(() =>
    orderOfFile(rows.value, columns(), {
      mapping: mapping.value,
      fills: fills.value,
      is1904: table.value?.is1904 ?? false,
    }),
  )

  function guessColumns(): void {
    const [first] = allRows.value
    headed.value = first !== undefined && isHeader(first.cells, columns())
    mapping.value = headed.value ? mapColumns(first?.cells ?? [], columns()) : mapPlain(columns())
    order.value = ''
  }
  async function read(wanted: FileChoice): Promise<void> {
    if (opened === undefined) return
    table.value = await opened.read({ ...choice, ...wanted })
    choice = { ...choice, ...wanted }
    guessColumns()
  }

  return {
    name,
    table,
    hasHeader: computed({
      get: () => headed.value,
      set: (on) => {
        headed.value = on
        mapping.value = on ? mapColumns(allRows.value[0]?.cells ?? [], columns()) : mapPlain(columns())
      },
    }),
    header,
    rows,
    mapping,
    fills,
    missing: computed(() =>
      columns().filter(({ key, required }) => {
        const place = mapping.value[key] ?? NO_COLUMN
        if (required !== true) return false
        return place === NO_COLUMN || (place === SAME_FOR_ALL && (fills.value[key] ?? '').trim() === '')
      }),
    ),
    foundOrder,
    order,
    zone,
    hasDates: computed(() =>
      columns().some(
        ({ key, date }) => date !== undefined && (mapping.value[key] ?? NO_COLUMN) !== NO_COLUMN,
      ),
    ),
    sense,
    async open(file, language, signal) {
      const words = columns().flatMap(({ label, names = [] }) => [label, ...names])
      opened = await openFile(file, { words, language, signal })
      choice = {}
      name.value = opened.name
      fills.value = {}
      zone.value = shownZone.value ?? ''
      await read({})
    },
    read,
    close() {
      opened = undefined
      table.value = undefined
      name.value = ''
    },
  }
}
