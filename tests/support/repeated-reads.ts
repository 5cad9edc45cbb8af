import type { Store } from '../../src-server/store/store.ts'

/** A store that does each read twice, as a database may that ends a read and repeats it. */
export function repeatReads(store: Store): Store {
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'read')
        return async <T>(work: Parameters<typeof store.read<T>>[0]): Promise<T> => {
          await target.read(work)
          return target.read(work)
        }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
