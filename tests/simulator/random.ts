/** A seeded stream of numbers: the same seed and name give the same stream on every machine. */
export interface Random {
  /** Uniform in 0 ≤ n < 1. */
  next(): number
  /** A whole number in 0 ≤ n < limit. */
  below(limit: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
  /** Mean 0, standard deviation 1. */
  normal(): number
}

/** FNV-1a: spreads a seed and a name over 32 bits. */
function hash(text: string): number {
  let state = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    state = Math.imul(state ^ text.charCodeAt(at), 0x01000193)
  }
  return state >>> 0
}

/** `name` keeps streams apart, so that one account never shifts another's numbers. */
export function createRandom(seed: number, name: string): Random {
  let state = hash(`${seed}/${name}`)
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)] ?? list[0],
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}
