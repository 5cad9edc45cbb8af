import type { ProductChoice } from '../../contract/self-service.ts'
import type { Application } from '../../domain/application/application.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'

/** Things with one name that several applications may use, and the application of the meant one. */
export type Found<T> =
  | { readonly outcome: 'found'; readonly it: T; readonly application: Application }
  | { readonly outcome: 'several'; readonly products: ProductChoice[] }
  | { readonly outcome: 'unknown' | 'wrongProduct' }

/**
 * @param candidates things with the name, one for each application
 * @param product an application's number as given, empty for none
 */
export function chooseProduct<T>(
  registry: ApplicationRegistry,
  candidates: readonly T[],
  appOf: (candidate: T) => number,
  product: string,
): Found<T> {
  const hosted = candidates.flatMap((it) => {
    const application = registry.find(appOf(it))?.settings
    return application === undefined || application.demo ? [] : [{ it, application }]
  })
  if (hosted.length === 0) return { outcome: 'unknown' }
  const wanted =
    product === '' ? hosted : hosted.filter(({ application }) => String(application.id) === product)
  const [only, another] = wanted
  if (only === undefined) return { outcome: 'wrongProduct' }
  if (another === undefined) return { outcome: 'found', ...only }
  const products = wanted.map(({ application: { id, name } }) => ({ product: id, name }))
  return { outcome: 'several', products }
}
