/** Names of authorization codes, without the schemas, for lists on screens. */

export const CODE_TYPES = ['time', 'permanent', 'vip', 'count', 'points'] as const
export type CodeType = (typeof CODE_TYPES)[number]

/** The units of a time code, seconds. */
export const CODE_UNIT_SECONDS = {
  second: 1,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  season: 7_776_000,
  'half-year': 15_552_000,
  year: 31_104_000,
} as const
export type CodeUnit = keyof typeof CODE_UNIT_SECONDS
export const CODE_UNITS = Object.keys(CODE_UNIT_SECONDS) as [CodeUnit, ...CodeUnit[]]

/**
 * Edits of codes that need no further input. Each is the console action `code_<edit>`, and the menu of codes offers it. The
 * event `operator_<edit>` records it in a code's history.
 */
export const MENU_EDITS = ['unbind'] as const
export type MenuEdit = (typeof MENU_EDITS)[number]

/** The same for codes in the recycle bin, with buttons of their own. */
export const BIN_EDITS = ['restore', 'purge'] as const
export type PlainEdit = MenuEdit | (typeof BIN_EDITS)[number]

export const operatorEvent = <E extends string>(edit: E) => `operator_${edit}` as const

/** The states that people see. */
export const CODE_STATES = ['unused', 'in_use', 'expired', 'used_up', 'disabled', 'recycled'] as const
export type CodeState = (typeof CODE_STATES)[number]

/**
 * How a refund changes the trading account's record: it takes the code's time back, ends the record now, or
 * leaves it unchanged.
 */
export const RECORD_CHOICES = ['take_back', 'end', 'keep'] as const
export type RecordChoice = (typeof RECORD_CHOICES)[number]
