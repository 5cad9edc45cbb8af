import { type ChildProcess, fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

import type { ForkOptions } from 'electron'

import { strict } from './strict.ts'

const REGISTER = fileURLToPath(new URL('./register.ts', import.meta.url))

class StandInUtilityProcess extends EventEmitter {
  readonly #child: ChildProcess

  constructor(script: string, args: string[], options: ForkOptions) {
    super()
    this.#child = fork(script, args, {
      ...(options.cwd !== undefined && { cwd: options.cwd }),
      env: { ...process.env, ...options.env, STANDIN_UTILITY: '1' },
      serialization: 'advanced',
      silent: options.stdio === 'pipe',
      execArgv: ['--disable-warning=ExperimentalWarning', '--import', REGISTER],
    })
    this.#child.on('spawn', () => this.emit('spawn'))
    this.#child.on('exit', (code) => this.emit('exit', code ?? 1))
    this.#child.on('message', ({ data }: { data: unknown }) => this.emit('message', data))
  }

  get pid(): number | undefined {
    return this.#child.pid
  }
  get stdout(): Readable | null {
    return this.#child.stdout
  }
  get stderr(): Readable | null {
    return this.#child.stderr
  }
  postMessage(data: unknown): void {
    if (this.#child.connected) this.#child.send({ data })
  }
  kill(): boolean {
    return this.#child.kill()
  }
}

export const utilityProcess = strict('utilityProcess', {
  fork: (script: string, args: string[] = [], options: ForkOptions = {}) =>
    new StandInUtilityProcess(script, args, options),
})
