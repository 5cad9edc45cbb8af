/** 160 bits: no search finds it, so no slow hash has to protect it. */
export const RECOVERY_KEY_BYTES = 20

/** Crockford's base 32: no I, L, O and U, which people misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** The characters of a group before its check character. */
const GROUP = 4
const GROUPS = (RECOVERY_KEY_BYTES * 8) / 5 / GROUP

/** `group` counts from 1. 0 means that characters are missing or too many. */
export type ReadRecoveryKey = { readonly bytes: Uint8Array } | { readonly group: number }

/** Writes a key as eight groups of five characters. The last one of each group checks the group. */
export function writeRecoveryKey(bytes: Uint8Array): string {
  const values = toValues(bytes)
  return Array.from({ length: GROUPS }, (_, group) => {
    const data = values.slice(group * GROUP, (group + 1) * GROUP)
    return [...data, checkOf(data, group)].map((value) => ALPHABET[value]).join('')
  }).join('-')
}

/** Reads a key as people type it: in any case, with any spaces and hyphens, with O for 0 and I or L for 1. */
export function readRecoveryKey(text: string): ReadRecoveryKey {
  const values = Array.from(
    text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1'),
    (character) => ALPHABET.indexOf(character),
  )
  if (values.length !== GROUPS * (GROUP + 1)) return { group: 0 }
  const data: number[] = []
  for (let group = 0; group < GROUPS; group++) {
    const read = values.slice(group * (GROUP + 1), (group + 1) * (GROUP + 1))
    const check = read.pop()
    if (read.includes(-1) || checkOf(read, group) !== check) return { group: group + 1 }
    data.push(...read)
  }
  return { bytes: toBytes(data) }
}

/** Why a typed key can't be one, for the person who typed it. */
export function describeMistake(group: number): string {
  return group === 0
    ? `A recovery key has ${GROUPS} groups of ${GROUP + 1} characters`
    : `Group ${group} of the recovery key has a typing error`
}

/**
 * A check over the field of 32 elements. It finds every wrong character, two exchanged neighbours of the four, and
 * exchanged groups.
 */
function checkOf(data: readonly number[], group: number): number {
  return data.reduce((sum, value, i) => sum ^ timesPower(value, i + 1), group + 1)
}

/** Multiplies by x^power modulo x^5 + x^2 + 1. */
function timesPower(value: number, power: number): number {
  let product = value
  for (let i = 0; i < power; i++) {
    product <<= 1
    if ((product & 32) !== 0) product ^= 0b100101
  }
  return product
}

function toValues(bytes: Uint8Array): number[] {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return Array.from({ length: bits.length / 5 }, (_, i) => parseInt(bits.slice(i * 5, i * 5 + 5), 2))
}

function toBytes(values: readonly number[]): Uint8Array {
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('')
  return Uint8Array.from({ length: bits.length / 8 }, (_, i) => parseInt(bits.slice(i * 8, i * 8 + 8), 2))
}
