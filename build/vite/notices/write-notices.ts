import { isPermissive } from './permissive.ts'
import type { ShippedPackage } from './shipped-package.ts'

const LINE = '-'.repeat(80)
const HEAD = `Pulsekey contains the work of others. These are their packages, each with its licence.

The desktop runs on Electron, whose licences (LICENSE.electron.txt, LICENSES.chromium.html) lie beside the program.`

/**
 * @returns the notices with one section for each package, by name
 * @throws Error that names each package that may not be shipped, because its licence isn't permissive or has
 * no text
 */
export function writeNotices(packages: readonly ShippedPackage[]): string {
  const wrong = packages.flatMap((one) => whyNot(one) ?? [])
  if (wrong.length > 0) throw new Error(`What may not be shipped:\n${wrong.join('\n')}`)
  // A package installed twice in the same version appears once.
  const named = new Map(packages.map((one) => [`${one.name} ${one.version}`, one]))
  const sections = [...named]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, { licence, text }]) => `${LINE}\n${title}\n${licence}\n${LINE}\n\n${text}`)
  return `${[HEAD, ...sections].join('\n\n')}\n`
}

function whyNot({ name, version, licence, text }: ShippedPackage): string | undefined {
  if (!isPermissive(licence))
    return `${name} ${version}: the licence "${licence}" is not one of those that may be`
  return text === '' ? `${name} ${version}: no text of its licence (${licence}) was found` : undefined
}
