import { onMounted, onUnmounted, shallowReactive } from 'vue'

/** The key or keys of each effect on a page, in the order of display. */
export const KEYS_OF = {
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
} as const
export type KeyHelp = keyof typeof KEYS_OF

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

function isKeyHelp(name: string): name is KeyHelp {
  return Object.hasOwn(KEYS_OF, name)
}

/** The effects of all keys on the page. */
export function keyHelp(): KeyHelp[] {
  const all = new Set([...shown.values()].flat())
  return Object.keys(KEYS_OF)
    .filter(isKeyHelp)
    .filter((help) => all.has(help))
}
