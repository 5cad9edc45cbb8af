/** Red, green, blue, 0 to 255. */
type Colour = readonly [number, number, number]

export interface Accent {
  readonly accent: string
  readonly hover: string
  /** The colour of text on the accent. */
  readonly ink: string
  readonly soft: string
}

/**
 * The worst background of the accent, and the colour that it moves towards until it is readable (tokens.css).
 */
const GROUNDS = {
  light: { ground: '#f2f3f6', panel: '#ffffff', towards: '#000000', ink: '#ffffff' },
  dark: { ground: '#171c25', panel: '#11151c', towards: '#ffffff', ink: '#11111c' },
} as const
/** WCAG AA for text, with a little room for rounding. */
const READABLE = 4.55
const STEP = 0.04
const SOFT = 0.1

function parse(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function write(colour: Colour): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

function mix([r, g, b]: Colour, [r2, g2, b2]: Colour, share: number): Colour {
  return [r + (r2 - r) * share, g + (g2 - g) * share, b + (b2 - b) * share]
}

function luminance(colour: Colour): number {
  const [r = 0, g = 0, b = 0] = colour.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG's contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

/** The owner's colour, moved only as far as needed to be readable in this theme, as text and under text. */
export function accentOf(hex: string, theme: keyof typeof GROUNDS): Accent {
  const { ground, panel, towards, ink } = GROUNDS[theme]
  const own = parse(hex)
  for (let share = 0; ; share += STEP) {
    const colour = mix(own, parse(towards), Math.min(share, 1))
    const accent = write(colour)
    const soft = write(mix(parse(panel), colour, SOFT))
    const readable = [ground, soft, ink].every((other) => contrast(accent, other) >= READABLE)
    if (readable || share >= 1) return { accent, soft, ink, hover: write(mix(colour, parse(towards), 0.15)) }
  }
}
