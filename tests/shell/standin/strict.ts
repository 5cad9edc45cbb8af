/**
 * Wraps a part of the stand-in, so that a missing member throws when it is used instead of passing silently.
 */
export function strict<Part extends object>(name: string, part: Part): Part {
  return new Proxy(part, {
    get(target, key) {
      // Promises and console output ask every object for these.
      const isAsked = typeof key === 'symbol' || key === 'then' || key === 'toJSON'
      if (!isAsked && !(key in target)) {
        throw new Error(`stand-in electron: ${name}.${key} is not implemented`)
      }
      const value: unknown = Reflect.get(target, key, target)
      // Called on the proxy, a method would not see its own private members.
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

/** The event that Electron passes to a listener. */
export class StandInEvent {
  defaultPrevented = false

  constructor(details: object = {}) {
    Object.assign(this, details)
  }

  preventDefault(): void {
    this.defaultPrevented = true
  }
}

/** The calls of `shell` and `dialog`, for tests: `['shell.openExternal', 'https://…']`. */
export const calls: unknown[][] = []

/** Methods that only record their calls. Tests may replace them, as they may replace Electron's. */
export function recorded<Results extends Record<string, unknown>>(
  name: string,
  results: Results,
): { [Method in keyof Results]: (...args: unknown[]) => Results[Method] } {
  const methods = Object.entries(results).map(([method, result]) => [
    method,
    (...args: unknown[]) => {
      calls.push([`${name}.${method}`, ...args])
      return result
    },
  ])
  return Object.fromEntries(methods) as { [Method in keyof Results]: (...args: unknown[]) => Results[Method] }
}
