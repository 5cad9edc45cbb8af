import { useRouter, type RouteLocationRaw, type Router } from 'vue-router'

/** The route that shows one record of a kind, and the name of its id parameter. */
const ROUTES: Readonly<Record<string, readonly [route: string, parameter: string]>> = {
  application: ['application', 'app'],
  code: ['code', 'id'],
  batch: ['batch', 'id'],
  account: ['app-account', 'id'],
  device: ['account', 'id'],
  developer: ['developer', 'id'],
  request: ['requests', 'id'],
  agent: ['agent', 'id'],
}

/** The page of a record. undefined where its kind has no page, or where this person may not see the page. */
export function useRecordRoute(
  may: (permission: Router['currentRoute']['value']['meta']['permission']) => boolean,
): (kind: string, id: string | number) => RouteLocationRaw | undefined {
  const router = useRouter()
  return (kind, id) => {
    const [name, parameter] = ROUTES[kind] ?? []
    if (name === undefined || parameter === undefined || !router.hasRoute(name)) return undefined
    if (!/^\d+$/.test(String(id))) return undefined
    const location = { name, params: { [parameter]: String(id) } }
    return may(router.resolve(location).meta.permission) ? location : undefined
  }
}
