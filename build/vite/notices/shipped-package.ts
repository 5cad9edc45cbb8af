import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A package whose code is shipped, inside the bundle or beside it. */
export interface ShippedPackage {
  readonly name: string
  readonly version: string
  /** SPDX. Empty when package.json has none. */
  readonly licence: string
  /** The licence text and required notices. Empty when the package contains none. */
  readonly text: string
}

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly license?: string | { readonly type?: string }
  readonly dependencies?: Readonly<Record<string, string>>
}

const FOLDER = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/
const TEXT_FILE = /^(licen[cs]e|copying|notice)(\.\w+|-\w+)?$/i
/** Small packages have their licence at the end of the readme. */
const IN_README = /^(?:#+ *licen[cs]e *|licen[cs]e\n-+)$\n([^]*Permission is hereby granted[^]*)/im
/** Vite also lists the licences of its own tools, which aren't shipped. */
const OF_TOOLS = /^# Licenses of bundled dependencies$[^]*/m

/**
 * @param id a module's name in the bundler: a path with a possible prefix and query
 * @returns undefined for our own modules
 */
export function findPackageFolder(id: string): string | undefined {
  return FOLDER.exec(id.replace(/^\0/, '').replace(/\?.*$/, ''))?.[1]
}

/** @param texts the folder of standard licence texts, `<SPDX>.txt`, because some packages leave them out */
export function readPackage(folder: string, texts: string): ShippedPackage {
  const { name = folder, version = '', license = '' } = manifestOf(folder)
  const licence = typeof license === 'string' ? license : (license.type ?? '')
  return { name, version, licence, text: textOf(folder) || readIfThere(join(texts, `${licence}.txt`)) }
}

/**
 * A package and the packages it needs at run time. A library's builds for single platforms count as the
 * library.
 */
export function withDependencies(folder: string, known = new Set<string>()): Set<string> {
  if (known.has(folder)) return known
  known.add(folder)
  for (const name of Object.keys(manifestOf(folder).dependencies ?? {}))
    withDependencies(requirePackage(name, folder), known)
  return known
}

/** @returns the folder of a package as an import in `from` finds it */
export function requirePackage(name: string, from: string): string {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  if (dirname(from) === from) throw new Error(`${name} is not installed`)
  return requirePackage(name, dirname(from))
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

function textOf(folder: string): string {
  const entries = readdirSync(folder, { withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name))
    .map(({ name }) => name)
  const texts = files.sort().map((name) => readIfThere(join(folder, name)).replace(OF_TOOLS, '').trim())
  const whole = texts.filter((text) => text !== '').join('\n\n')
  return whole || (IN_README.exec(readIfThere(join(folder, 'README.md')))?.[1]?.trim() ?? '')
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').replaceAll('\r\n', '\n').trim() : ''
}
