/** The effects of the live page's keys, for the list of shortcuts. */
export const LIVE_KEYS = {
  search: ['/'],
  move: ['↑', '↓', 'j', 'k'],
  page: ['PgUp', 'PgDn', 'Home', 'End'],
  open: ['Enter'],
  leave: ['Esc'],
  tick: ['Space'],
  extend: ['Shift ↑', 'Shift ↓'],
  tick_all: ['Ctrl A'],
  pause_open: ['p'],
  pause_add: ['Shift P'],
  close: ['c'],
  freeze: ['F'],
  keys: ['?'],
} as const
