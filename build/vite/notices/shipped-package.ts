import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A package whose code is shipped, inside the bundle or beside it. */
export interface ShippedPackage {
  readonly name: string
  readonly version: string
  /** SPDX; empty where package.json says nothing. */
  readonly licence: string
  /** Its licence and what has to be said with it; empty where the package carries none. */
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
/** Small packages say it at the end of their readme. */
const IN_README = /^(?:#+ *licen[cs]e *|licen[cs]e\n-+)$\n([^]*Permission is hereby granted[^]*)/im
/** Vite names the licences of its tools too, of which nothing is shipped. */
const OF_TOOLS = /^# Licenses of bundled dependencies$[^]*/m

/** @param id a module as the bundler names it: a path, with marks before and a query behind @returns undefined for one of ours */
export function findPackageFolder(id: string): string | undefined {
  return FOLDER.exec(id.replace(/^\0/, '').replace(/\?.*$/, ''))?.[1]
}

/** @param texts of licences that are the same whoever grants them, `<SPDX>.txt`: packages leave those out at times */
export function readPackage(folder: string, texts: string): ShippedPackage {
  const { name = folder, version = '', license = '' } = manifestOf(folder)
  const licence = typeof license === 'string' ? license : (license.type ?? '')
  return { name, version, licence, text: textOf(folder) || readIfThere(join(texts, `${licence}.txt`)) }
}

/** The packages one needs at run time, itself first; a library's builds for single platforms are the library. */
export function withDependencies(folder: string, known = new Set<string>()): Set<string> {
  if (known.has(folder)) return known
  known.add(folder)
  for (const name of Object.keys(manifestOf(folder).dependencies ?? {}))
    withDependencies(requirePackage(name, folder), known)
  return known
}

/** @returns the folder of a package as somebody in `from` would get it */
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
