import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import ts from 'typescript'
import { parser as tsParser } from 'typescript-eslint'
import * as vueParser from 'vue-eslint-parser'

interface Options {
  readonly filePath?: string
  readonly project?: readonly string[] | undefined
}

interface Parser {
  parseForESLint(code: string, options: object): unknown
}

const scripts: Parser = tsParser

/**
 * typescript-eslint's parser with one type checker for each project. Without it there would be a new one for
 * each .vue file, because the linted text of a component is its script and differs from the file on disk.
 * Each new text discards the other checkers, which took three minutes of a lint. Here the compiler gets the
 * scripts from the beginning. Any other text, such as an editor's unsaved one, takes the usual path.
 * @param configs the projects, absolute; a file belongs to the first project that contains it
 */
export function createTypedParser(configs: readonly string[]) {
  const programs = configs.map((config) => lazily(() => createProgram(config)))
  const programOf = (filePath: string, code: string): ts.Program | undefined => {
    for (const get of programs) {
      const text = get().getSourceFile(filePath)?.text
      if (text !== undefined) return text === code ? get() : undefined
    }
    return undefined
  }
  return {
    ...tsParser,
    parseForESLint(code: string, options: Options) {
      const { project, filePath } = options
      // vue-eslint-parser clears `project` for the expressions of a template.
      const program = project && filePath !== undefined ? programOf(filePath, code) : undefined
      const how = program === undefined ? options : { ...options, project: undefined, programs: [program] }
      return scripts.parseForESLint(code, how)
    },
  }
}

/**
 * Files that several projects share are parsed and bound once. The options this depends on are in
 * tsconfig.base.json.
 */
const parsed = new Map<string, ts.SourceFile | undefined>()

function createProgram(config: string): ts.Program {
  const json: unknown = ts.readConfigFile(config, (path) => ts.sys.readFile(path)).config
  const components = [{ extension: '.vue', isMixedContent: false, scriptKind: ts.ScriptKind.Deferred }]
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    json,
    ts.sys,
    dirname(config),
    undefined,
    config,
    undefined,
    components,
  )
  const settings = { ...options, noEmit: true, incremental: false, allowNonTsExtensions: true }
  delete settings.tsBuildInfoFile
  const host = ts.createCompilerHost(settings, true)
  const read = host.readFile.bind(host)
  host.readFile = (path) => (path.endsWith('.vue') ? scriptOf(path) : read(path))
  const parse = host.getSourceFile.bind(host)
  host.getSourceFile = (path, how, ...rest) => {
    const format = typeof how === 'object' ? how.impliedNodeFormat : undefined
    const key = `${path} ${String(format)}`
    if (!parsed.has(key)) parsed.set(key, parse(path, how, ...rest))
    return parsed.get(key)
  }
  return ts.createProgram(fileNames, settings, host)
}

/** The script of a component, as vue-eslint-parser extracts it. */
function scriptOf(path: string): string {
  let script = ''
  const recorder = {
    parseForESLint(code: string, options: Options) {
      if (options.project) script = code
      return scripts.parseForESLint(code, { ...options, project: undefined })
    },
  }
  const options = { parser: recorder, filePath: resolve(path), project: ['recorded'], sourceType: 'module' }
  vueParser.parseForESLint(readFileSync(path, 'utf8'), options)
  return script
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
