import { createRouter, createWebHashHistory, type Router, type RouteRecordRaw } from 'vue-router'
import { whenSessionEnds } from '../api/console-client.ts'
import { useSession } from './session.ts'

declare module 'vue-router' {
  interface RouteMeta {
    /** Needs no session. */
    public?: boolean
    /** The name of the route above: shown before the title, and its entry is lit in the navigation. */
    parent?: string
  }
}

// One address a screen; what a screen filters by stands in its query, so that it can be shared and reloaded.
const routes: RouteRecordRaw[] = [
  { path: '/', redirect: '/live' },
  {
    path: '/login',
    name: 'login',
    component: () => import('../features/session/LoginView.vue'),
    meta: { public: true },
  },
  {
    path: '/setup',
    name: 'setup',
    component: () => import('../features/session/SetupView.vue'),
    meta: { public: true },
  },
  {
    path: '/',
    component: () => import('./layouts/ConsoleLayout.vue'),
    children: [
      { path: 'live', name: 'live', component: () => import('../features/live/LiveView.vue') },
      {
        path: 'live/:id(\\d+)',
        name: 'account',
        component: () => import('../features/live/AccountView.vue'),
        meta: { parent: 'live' },
      },
      {
        path: 'applications',
        name: 'applications',
        component: () => import('../features/applications/ApplicationsView.vue'),
      },
      {
        path: 'applications/:app(\\d+)',
        name: 'application',
        component: () => import('../features/applications/ApplicationView.vue'),
        meta: { parent: 'applications' },
      },
      {
        path: 'applications/:app(\\d+)/traffic',
        name: 'traffic',
        component: () => import('../features/inspector/TrafficView.vue'),
        meta: { parent: 'applications' },
      },
      { path: 'codes', name: 'codes', component: () => import('../features/codes/CodesView.vue') },
    ],
  },
  { path: '/:rest(.*)*', redirect: '/live' },
]

export function createConsoleRouter(): Router {
  const router = createRouter({ history: createWebHashHistory(), routes })

  router.beforeEach(async (to) => {
    if (to.meta.public === true) return true
    const signedIn = await useSession().resume()
    return signedIn ? true : { name: 'login', query: { next: to.fullPath } }
  })

  whenSessionEnds(() => {
    const session = useSession()
    if (session.person === undefined) return
    session.end()
    const { fullPath } = router.currentRoute.value
    void router.replace({ name: 'login', query: { next: fullPath, ended: '1' } })
  })
  return router
}
