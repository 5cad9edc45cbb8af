/** Licences under which a closed program may include the code, if it includes their text (SPDX). */
const PERMISSIVE: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
])

/**
 * @param expression the SPDX expression of package.json; of `A OR B` one must be permissive, of `A AND B`
 * both
 */
export function isPermissive(expression: string): boolean {
  const isMixed = / OR /.test(expression) && / AND /.test(expression)
  if (isMixed) return false
  const names = expression
    .replace(/^\((.*)\)$/, '$1')
    .split(/ (?:OR|AND) /)
    .map((name) => name.trim())
  return / OR /.test(expression)
    ? names.some((name) => PERMISSIVE.has(name))
    : names.every((name) => PERMISSIVE.has(name))
}
