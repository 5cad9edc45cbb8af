/** The languages of the console, by their tags. */
export const CONSOLE_LANGUAGES = ['en', 'zh-CN'] as const
export type DemoLanguage = (typeof CONSOLE_LANGUAGES)[number]
export const THEMES = ['system', 'light', 'dark'] as const
/** Colours of profit and loss. mt5: blue up, red down. */
export const PL_SCHEMES = ['mt5', 'green-up', 'red-up'] as const
/** Numbers as 1,234.56, 1 234.56 or 1.234,56. */
export const NUMBER_NOTATIONS = ['comma', 'space', 'dot'] as const
/** The screen after the sign-in. */
export const FIRST_SCREENS = ['live', 'home'] as const
export const DENSITIES = ['compact', 'comfortable'] as const
/** The sounds of an alarm. */
export const ALARM_TONES = ['ping', 'chime', 'bell', 'siren'] as const
export type AlarmTone = (typeof ALARM_TONES)[number]
/** How often the board draws figures: at the display's rate, or so many times a second. */
export const UPDATE_RATES = ['display', '4', '1'] as const
/** The ranges of an account's chart. `own` is between two times. */
export const CHART_RANGES = ['1H', '1D', '1W', '1M', '3M', '6M', '1Y', 'own'] as const
/** Tiles of the wall: equal ones, or by equity. */
export const WALL_MAPS = ['tiles', 'equity'] as const
export const WALL_COLOURS = ['drawdown', 'profit'] as const
/** Seconds between saved views on the wall. 0: one view stays. */
export const WALL_SECONDS = ['0', '10', '30', '60', '300'] as const
/** The steps of the first start, in their order. */
export const FIRST_STEPS = ['language', 'address', 'application', 'demo', 'kit'] as const
/** The maximum size of a person's preferences as JSON, bytes. */
export const MAX_PREFERENCES = 64 * 1024
/** The maximum number of trading accounts on a person's watch list. */
export const MAX_WATCHED = 1000
/** The members whose names change one by one. */
export const KEYED_PREFERENCES = [
  'columns',
  'column_layouts',
  'board_views',
  'announcements_read',
  'watched',
] as const
