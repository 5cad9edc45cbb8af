/** What a key does in the table. */
export type GridCommand =
  | { readonly kind: 'move'; readonly by: number; readonly extend: boolean }
  | { readonly kind: 'page'; readonly direction: 1 | -1 }
  | { readonly kind: 'edge'; readonly edge: 'first' | 'last' }
  | { readonly kind: 'fold'; readonly open: boolean }
  | { readonly kind: 'tick' | 'tickAll' | 'open' | 'leave' | 'pauseOpen' | 'pauseAdd' | 'close' | 'watch' }

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const PLAIN: Readonly<Record<string, GridCommand>> = {
  j: { kind: 'move', by: 1, extend: false },
  k: { kind: 'move', by: -1, extend: false },
  PageDown: { kind: 'page', direction: 1 },
  PageUp: { kind: 'page', direction: -1 },
  Home: { kind: 'edge', edge: 'first' },
  End: { kind: 'edge', edge: 'last' },
  ' ': { kind: 'tick' },
  Enter: { kind: 'open' },
  Escape: { kind: 'leave' },
  p: { kind: 'pauseOpen' },
  P: { kind: 'pauseAdd' },
  c: { kind: 'close' },
  w: { kind: 'watch' },
  ArrowRight: { kind: 'fold', open: true },
  ArrowLeft: { kind: 'fold', open: false },
}

/** undefined: the key is not the table's. Ctrl and Cmd are one; Alt belongs to the window. */
export function gridCommand(pressed: Pressed): GridCommand | undefined {
  if (pressed.altKey) return undefined
  if (pressed.ctrlKey || pressed.metaKey)
    return pressed.key.toLowerCase() === 'a' ? { kind: 'tickAll' } : undefined
  if (pressed.key === 'ArrowDown') return { kind: 'move', by: 1, extend: pressed.shiftKey }
  if (pressed.key === 'ArrowUp') return { kind: 'move', by: -1, extend: pressed.shiftKey }
  return PLAIN[pressed.key]
}

/** Keys that act on the selection wherever the focus is on the page. The others need a row with the focus. */
export function isPageCommand({ kind }: GridCommand): boolean {
  return ACTS.has(kind)
}
const ACTS: ReadonlySet<GridCommand['kind']> = new Set(['tickAll', 'pauseOpen', 'pauseAdd', 'close', 'watch'])

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
  menu: ['Shift F10', '☰'],
  heads: ['Tab', '←', '→'],
  move_column: ['Shift ←', 'Shift →'],
  size_column: ['+', '−'],
  watch: ['w'],
  fold: ['←', '→'],
  wall: ['m'],
  freeze: ['F'],
  keys: ['?'],
} as const
