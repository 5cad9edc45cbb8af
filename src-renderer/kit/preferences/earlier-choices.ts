import {
  CONSOLE_LANGUAGES,
  DENSITIES,
  PL_SCHEMES,
  THEMES,
  UPDATE_RATES,
} from '../../../src-server/contract/preference-names.ts'
import type { Preferences } from '../../../src-server/contract/records/preferences.ts'
import { isRecord, readStored, store } from './browser-store.ts'

/** Before version 0.2 the browser kept a person's choices under these keys. */
const KEYS = {
  looks: 'pulsekey.preferences',
  hiddenColumns: 'pulsekey.live.hidden-columns',
  boardViews: 'pulsekey.live.views',
  rate: 'pulsekey.live.rate',
  days: 'pulsekey.renewal-days',
  exportColumns: 'pulsekey.export.codes',
  announcements: 'pulsekey.announcements',
}
const COLUMNS = 'pulsekey.columns.'

function oneOf<T extends string>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((candidate) => candidate === value)
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}

/** What an earlier version kept in this browser. Unreadable pieces are missing. */
export function readEarlierChoices(): Preferences {
  const looks = readStored(KEYS.looks)
  const days = readStored(KEYS.days)
  const away = readStored(KEYS.announcements)
  const exported = texts(readStored(KEYS.exportColumns))
  const found = {
    language: isRecord(looks) ? oneOf(CONSOLE_LANGUAGES, looks['locale']) : undefined,
    theme: isRecord(looks) ? oneOf(THEMES, looks['theme']) : undefined,
    pl_scheme: isRecord(looks) ? oneOf(PL_SCHEMES, looks['plScheme']) : undefined,
    density: isRecord(looks) ? oneOf(DENSITIES, looks['density']) : undefined,
    update_rate: oneOf(UPDATE_RATES, readStored(KEYS.rate)),
    renewal_days: typeof days === 'number' ? days : undefined,
    export_columns: exported.length > 0 ? exported : undefined,
    announcements_read: named(
      Array.isArray(away) ? away.map((id) => [String(id), true as const] as const) : [],
    ),
    board_views: named(readBoardViews()),
    columns: named(readColumns()),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

export function dropEarlierChoices(): void {
  for (const key of [...Object.values(KEYS), ...columnKeys()]) store(key, undefined)
}

function named<V>(entries: readonly (readonly [string, V])[]): Record<string, V> | undefined {
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

type BoardView = NonNullable<Preferences['board_views']>[string]

function readBoardViews(): [string, BoardView][] {
  const views = readStored(KEYS.boardViews)
  if (!Array.isArray(views)) return []
  return views.flatMap((view: unknown): [string, BoardView][] =>
    isRecord(view) && typeof view['name'] === 'string' && isRecord(view['filter']) && isRecord(view['order'])
      ? [[view['name'], { filter: plain(view['filter']), order: plain(view['order']) }]]
      : [],
  )
}

function plain(part: Record<string, unknown>): BoardView['filter'] {
  return Object.fromEntries(
    Object.entries(part).filter(
      (entry): entry is [string, string | number | boolean | null] =>
        entry[1] === null || ['string', 'number', 'boolean'].includes(typeof entry[1]),
    ),
  )
}

function columnKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(COLUMNS))
  } catch {
    return []
  }
}

function readColumns(): [string, Record<string, boolean>][] {
  const lists = columnKeys().map((key): [string, Record<string, boolean>] => {
    const kept = readStored(key)
    const entries = isRecord(kept) ? Object.entries(kept) : []
    const shown = entries.filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean')
    return [key.slice(COLUMNS.length), Object.fromEntries(shown)]
  })
  const hidden = texts(readStored(KEYS.hiddenColumns)).map((id) => [id, false] as const)
  return [
    ...lists,
    ...(hidden.length > 0 ? [['live', Object.fromEntries(hidden)] as [string, Record<string, boolean>]] : []),
  ]
}
