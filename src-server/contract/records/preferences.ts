import { z } from 'zod'
import {
  ALARM_TONES,
  CHART_RANGES,
  CONSOLE_LANGUAGES,
  DENSITIES,
  FIRST_SCREENS,
  FIRST_STEPS,
  MAX_WATCHED,
  NUMBER_NOTATIONS,
  PL_SCHEMES,
  THEMES,
  UPDATE_RATES,
  WALL_COLOURS,
  WALL_MAPS,
  WALL_SECONDS,
} from '../preference-names.ts'

const word = z.string().min(1).max(64)
const words = z.array(word).max(64)
/** A value that a board's view filters or sorts by. */
const viewValue = z.union([z.string().max(256), z.number(), z.boolean(), z.null()])
/** The number of a trading account. */
const account = z.string().regex(/^[1-9]\d{0,15}$/, 'the number of an account')
const viewPart = z.record(word, viewValue).refine((part) => Object.keys(part).length <= 32, 'at most 32')

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Members with one value. */
const single = {
  language: z.enum(CONSOLE_LANGUAGES),
  theme: z.enum(THEMES),
  pl_scheme: z.enum(PL_SCHEMES),
  density: z.enum(DENSITIES),
  numbers: z.enum(NUMBER_NOTATIONS),
  first_screen: z.enum(FIRST_SCREENS),
  /** The navigation shows icons without words. */
  narrow_navigation: z.boolean(),
  /** An IANA name such as `Asia/Shanghai`. Without it, times are in the zone of the person's computer. */
  time_zone: z.string().max(64).refine(isTimeZone, 'an IANA time zone'),
  /** The zone of the browser that the person last used. Messages have times in it where they chose none. */
  seen_zone: z.string().max(64).refine(isTimeZone, 'an IANA time zone'),
  /** Whether new high risks make a sound. Without a value they do. */
  sound: z.boolean(),
  alarm_tone: z.enum(ALARM_TONES),
  /** Percent. */
  alarm_volume: z.int().min(1).max(100),
  /** The sound repeats until the risks are acknowledged. */
  alarm_repeat: z.boolean(),
  /** Whether new high risks make a notification of the browser, where it allows that. Without a value they do. */
  alarm_notices: z.boolean(),
  /** The days and figures of an account are by the clock of its trading server, where the settings know it. */
  broker_time: z.boolean(),
  update_rate: z.enum(UPDATE_RATES),
  chart_range: z.enum(CHART_RANGES),
  /** The range `own`, Unix seconds. */
  chart_own: z.strictObject({ from: z.int().min(0), to: z.int().min(0) }),
  /** The board on a wall. */
  wall: z.strictObject({
    map: z.enum(WALL_MAPS),
    colour: z.enum(WALL_COLOURS),
    seconds: z.enum(WALL_SECONDS),
  }),
  /** The days that the person last added to a licence. */
  renewal_days: z.int().min(1).max(36_500),
  /** The columns of the last export of codes. */
  export_columns: words,
  /** Where the first start continues. `left`: the person left it. `finished`: it never opens again. */
  first_start: z.enum([...FIRST_STEPS, 'left', 'finished']),
  /** The checklist of the first steps on the board. It is open without a value. */
  checklist: z.enum(['open', 'folded', 'away']),
  /** Whether the person downloaded a kit for a program. */
  kit_downloaded: z.boolean(),
}

/** The arrangement of one list's columns. A missing member is as the list comes. */
const columnLayout = z
  .strictObject({
    /** The order of the columns, from the left. */
    order: words,
    /** Columns that stay at the left edge. */
    pinned: words,
    /** Columns that stay where the window has no room for them: the list then scrolls sideways. */
    always: words,
    /** px, by column. */
    widths: z
      .record(word, z.int().min(24).max(1200))
      .refine((widths) => Object.keys(widths).length <= 64, 'at most 64'),
  })
  .partial()
export type ColumnLayout = z.output<typeof columnLayout>

/** Members with one value for each name. A change names the names that change, and the others stay. */
const keyed = {
  /** By list: whether a column is visible, where that differs from the default. */
  columns: z.record(word, z.boolean()),
  /** By list: where its columns are, and how wide. */
  column_layouts: columnLayout,
  /** By name: views of the board. */
  board_views: z.strictObject({ filter: viewPart, order: viewPart }),
  /** By id: announcements that the person dismissed. */
  announcements_read: z.literal(true),
  /** By number: trading accounts on the person's watch list. */
  watched: z.literal(true),
}

const keyedValues = {
  columns: z.record(word, keyed.columns),
  column_layouts: z.record(word, keyed.column_layouts),
  board_views: z.record(word, keyed.board_views),
  announcements_read: z.record(word, keyed.announcements_read),
  watched: z
    .record(account, keyed.watched)
    .refine((list) => Object.keys(list).length <= MAX_WATCHED, `at most ${MAX_WATCHED} accounts`),
}

/** What a person set in the console. A missing member was never set. */
export const preferencesRecord = z.strictObject({ ...single, ...keyedValues }).partial()
export type Preferences = z.output<typeof preferencesRecord>

/** The members that change. null forgets a member, or one name of a member. */
export const preferencesChange = z
  .strictObject({
    language: single.language.nullable(),
    theme: single.theme.nullable(),
    pl_scheme: single.pl_scheme.nullable(),
    density: single.density.nullable(),
    numbers: single.numbers.nullable(),
    first_screen: single.first_screen.nullable(),
    narrow_navigation: single.narrow_navigation.nullable(),
    time_zone: single.time_zone.nullable(),
    seen_zone: single.seen_zone.nullable(),
    sound: single.sound.nullable(),
    alarm_tone: single.alarm_tone.nullable(),
    alarm_volume: single.alarm_volume.nullable(),
    alarm_repeat: single.alarm_repeat.nullable(),
    alarm_notices: single.alarm_notices.nullable(),
    broker_time: single.broker_time.nullable(),
    update_rate: single.update_rate.nullable(),
    chart_range: single.chart_range.nullable(),
    chart_own: single.chart_own.nullable(),
    wall: single.wall.nullable(),
    renewal_days: single.renewal_days.nullable(),
    export_columns: single.export_columns.nullable(),
    first_start: single.first_start.nullable(),
    checklist: single.checklist.nullable(),
    kit_downloaded: single.kit_downloaded.nullable(),
    columns: z.record(word, keyed.columns.nullable()),
    column_layouts: z.record(word, keyed.column_layouts.nullable()),
    board_views: z.record(word, keyed.board_views.nullable()),
    announcements_read: z.record(word, keyed.announcements_read.nullable()),
    watched: z.record(account, keyed.watched.nullable()),
  })
  .partial()
export type PreferencesChange = z.output<typeof preferencesChange>
