import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import ts from 'typescript'
import { parser as tsParser } from 'typescript-eslint'
import * as vueParser from 'vue-eslint-parser'

interface Options {
  readonly filePath?: string
  readonly project?: string | readonly string[] | undefined
}

interface Parser {
  parseForESLint(code: string, options: object): unknown
}

const scripts: Parser = tsParser

/**
 * typescript-eslint's parser with one type checker for all components. Without it there would be a new one for
 * each .vue file, because the linted text of a component is its script and differs from the file on disk.
 * Here the compiler gets the scripts from the beginning. Any other text, such as an editor's unsaved one,
 * takes the usual path.
 * @param config the project of the components, absolute
 */
export function createTypedParser(config: string) {
  let program: ts.Program | undefined
  return {
    ...tsParser,
    parseForESLint(code: string, options: Options) {
      const { project, filePath } = options
      // vue-eslint-parser clears `project` for the expressions of a template.
      if (!project || filePath === undefined) return scripts.parseForESLint(code, options)
      program ??= createProgram(config)
      const isKnown = program.getSourceFile(filePath)?.text === code
      const how = isKnown ? { ...options, project: undefined, programs: [program] } : options
      return scripts.parseForESLint(code, how)
    },
  }
}

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
