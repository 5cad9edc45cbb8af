/**
 * A test's access to the main process: the function it sends runs there, as with Playwright's
 * ElectronApplication.
 */
import { runInThisContext } from 'node:vm'

export interface Evaluate {
  readonly id: number
  /** A function's source. */
  readonly source: string
  readonly arg: unknown
}

export type ToTest =
  | { readonly kind: 'browser'; readonly endpoint: string }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: string }

export function tellTest(message: ToTest): void {
  process.send?.(message)
}

export function openTestChannel(electron: object): void {
  process.on('message', ({ id, source, arg }: Evaluate) => {
    void Promise.resolve()
      .then(() =>
        (runInThisContext(`(${source})`) as (electron: object, arg: unknown) => unknown)(electron, arg),
      )
      .then(
        (value) => {
          tellTest({ kind: 'result', id, value })
        },
        (error: unknown) => {
          tellTest({ kind: 'error', id, error: String(error) })
        },
      )
  })
  // The channel alone must not keep the application alive.
  process.channel?.unref()
}
