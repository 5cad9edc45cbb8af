import { onMounted, onUnmounted, shallowReactive } from 'vue'

/** The keys of a page with their effects, in the order of display. */
export const KEY_HELPS = [
  'search',
  'move',
  'ends',
  'open',
  'select',
  'new',
  'edit',
  'renew',
  'freeze',
  'next_risk',
  'open_risk',
  'tick_risk',
  'acknowledge',
  'back',
] as const
export type KeyHelp = (typeof KEY_HELPS)[number]

/** The key or keys. */
export const KEYS_OF: Readonly<Record<KeyHelp, readonly string[]>> = {
  search: ['/'],
  move: ['↑', '↓', 'j', 'k'],
  ends: ['Home', 'End'],
  open: ['Enter'],
  select: ['Space'],
  new: ['n'],
  edit: ['e'],
  renew: ['r'],
  freeze: ['f'],
  next_risk: ['j', 'k'],
  open_risk: ['o'],
  tick_risk: ['x'],
  acknowledge: ['a'],
  back: ['Esc'],
}

const shown = shallowReactive(new Map<symbol, readonly KeyHelp[]>())

/** Registers the effects of a component's keys while it is on the page: the list of shortcuts shows them. */
export function useKeyHelp(helps: () => readonly KeyHelp[]): void {
  const mine = Symbol('keys')
  onMounted(() => {
    shown.set(mine, helps())
  })
  onUnmounted(() => {
    shown.delete(mine)
  })
}

/** The effects of all keys on the page. */
export function keyHelp(): KeyHelp[] {
  const all = new Set([...shown.values()].flat())
  return KEY_HELPS.filter((help) => all.has(help))
}
