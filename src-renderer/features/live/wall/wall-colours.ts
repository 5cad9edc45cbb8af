import type { LiveRow } from '../rows/live-row.ts'

type Rgb = readonly [number, number, number]
/** Colours of the theme by their tokens, with the person's colours of profit and loss. */
interface Palette {
  readonly calm: Rgb
  readonly warning: Rgb
  readonly critical: Rgb
  readonly up: Rgb
  readonly down: Rgb
  readonly silent: Rgb
}

/** Reads the theme as it is now: a change of theme or of profit colours shows at the next picture. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element)
  const of = (token: string) => parse(style.getPropertyValue(token))
  return {
    calm: of('--bar'),
    warning: of('--warn-fill'),
    critical: of('--crit-fill'),
    up: of('--up'),
    down: of('--down'),
    silent: of('--line-soft'),
  }
}

/** `#rrggbb`, as the tokens are. */
function parse(colour: string): Rgb {
  const digits = Number.parseInt(colour.trim().slice(1), 16)
  return [(digits >> 16) & 255, (digits >> 8) & 255, digits & 255]
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share)
  return [part(0), part(1), part(2)]
}

/** By drawdown: from calm to the warning, and from there to critical. By profit: as strong as its share of the balance. */
export function colourOf(row: LiveRow, by: 'drawdown' | 'profit', palette: Palette): Rgb {
  if (row.health === 'silent' || row.health === 'never') return palette.silent
  if (by === 'profit') {
    const share = Math.abs(row.floating ?? 0) / Math.max(1, row.balance ?? 0) / FULL_PROFIT
    return mix(palette.calm, (row.floating ?? 0) < 0 ? palette.down : palette.up, Math.min(1, share))
  }
  const drawdown = row.drawdown ?? 0
  const { drawdown_warning: warning, drawdown_critical: critical } = row.limits
  if (drawdown >= critical) return palette.critical
  if (drawdown >= warning)
    return mix(palette.warning, palette.critical, (drawdown - warning) / (critical - warning) / 2)
  return mix(palette.calm, palette.warning, Math.min(1, drawdown / Math.max(1, warning)) * 0.8)
}
/** The share of the balance whose colour is the strongest. */
const FULL_PROFIT = 0.1
