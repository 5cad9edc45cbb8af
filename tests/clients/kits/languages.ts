import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Program, type Settings } from './program.ts'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../../..')

export const LANGUAGES = ['python', 'php', 'java'] as const
export type Language = (typeof LANGUAGES)[number]

const DRIVERS: Readonly<Record<Language, string>> = {
  python: 'driver.py',
  php: 'driver.php',
  java: 'Driver.java',
}

/** Java 8 is the oldest that the kit supports, and newer compilers warn that it is old. */
const JAVAC = ['-encoding', 'UTF-8', '--release', '8', '-Xlint:all', '-Xlint:-options', '-Werror']

/** The kit's files with their marks filled in, beside their driver, and compiled. */
export async function layKit(language: Language, folder: string, settings: Settings): Promise<void> {
  const source = join(ROOT, 'src-server/kits', language)
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(source)) {
    writeFileSync(join(folder, file), fill(readFileSync(join(source, file), 'utf8'), settings))
  }
  const driver = DRIVERS[language]
  cpSync(join(import.meta.dirname, 'drivers', driver), join(folder, driver))
  if (language !== 'java') return
  const files = readdirSync(folder).filter((file) => file.endsWith('.java'))
  await run('javac', [...JAVAC, ...files], { cwd: folder })
}

/** The settings of a test are harmless in every language. */
function fill(text: string, settings: Settings): string {
  return text.replaceAll(/"\{\{(\w+)\}\}"/g, (_, mark: keyof Settings) => JSON.stringify(settings[mark]))
}

export function openProgram(language: Language, folder: string): Program {
  if (language === 'python') return new Program('python3', ['-B', 'driver.py'], folder)
  if (language === 'php') return new Program('php', ['driver.php'], folder)
  return new Program('java', JAVA, folder)
}

/** A short life needs no second compiler and no other collector: it starts faster. */
export const JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto', 'Driver']
