import { execFile } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { readKitsFrom } from '../../../src-server/entry/adapters/kit-folder.ts'
import { fillKit } from '../../../src-server/kits/fill-kit.ts'
import { KIT_LANGUAGES } from '../../../src-server/kits/languages.ts'
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
  const files = fillKit(await readKitsFrom(ROOT)(language), KIT_LANGUAGES[language], {
    ...settings,
    rc4Key: settings.rc4key,
    graceHours: settings.grace_hours,
    answerKey: settings.answer_key,
    answerKeyNext: settings.answer_key_next,
  })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  const driver = DRIVERS[language]
  cpSync(join(import.meta.dirname, 'drivers', driver), join(folder, driver))
  if (language !== 'java') return
  await run('javac', [...QUICK.map((flag) => `-J${flag}`), ...JAVAC, ...Object.keys(files), driver], {
    cwd: folder,
  })
}

/** A short life needs no second compiler and no other collector: it starts faster. */
const QUICK = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

/** @param flags of its interpreter; PHP's tests say otherwise where they need the curl extension */
export function openProgram(language: Language, folder: string, flags: readonly string[] = []): Program {
  const [command, ...given] = commandOf(language, folder, 'driver', 'Driver')
  const usual = language === 'php' && flags.length === 0 ? ['-d', 'disable_functions=curl_init'] : flags
  return new Program(command, [...usual, ...given], folder)
}

/** The command of a kit's sample, which keeps its files below its own folder. */
export function sampleOf(language: Language, folder: string, code: string): [string, ...string[]] {
  return [...commandOf(language, folder, 'sample', 'Sample'), code]
}

function commandOf(
  language: Language,
  folder: string,
  file: string,
  javaClass: string,
): [string, ...string[]] {
  if (language === 'python') return ['python3', '-B', `${file}.py`]
  if (language === 'php') return ['php', `${file}.php`]
  return ['java', ...QUICK, `-Duser.home=${folder}`, javaClass]
}
