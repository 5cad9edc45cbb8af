import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The project's folder, absolute. */
export const root = resolve(import.meta.dirname, '../..')

/**
 * The absolute path of the script behind an installed package's command. It is the same on every platform,
 * unlike node_modules/.bin.
 */
export function requireTool(packageName: string, command = packageName): string {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin?: string | Record<string, string>
  }
  const script = typeof bin === 'string' ? bin : bin?.[command]
  if (script === undefined) throw new Error(`package ${packageName} has no command ${command}`)
  return join(folder, script)
}

/** Starts another process of this Node. */
export function startNode(args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit', ...options })
}

/** @returns the exit code, or 1 when a signal ended the process */
export function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code) => {
      done(code ?? 1)
    })
  })
}
