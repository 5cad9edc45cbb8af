import { createRouter, createWebHashHistory } from 'vue-router'
import type { RouteLocationRaw, Router, RouteRecordRaw } from 'vue-router'
import { whenSessionEnds } from '../api/console-client.ts'
import { loadAllTexts } from '../i18n/index.ts'
import { usePreferences } from '../kit/preferences/preferences.ts'
import { useSession } from '../kit/session/session.ts'
import { useFirstStart } from '../subjects/start/first-start.ts'
import { navigationFor } from './navigation.ts'
import { mayShow, screenRoutes } from './screens.ts'

const MISSING = 'missing'

const routes: RouteRecordRaw[] = [
  {
    path: '/login',
    name: 'login',
    component: () => import('../features/session/LoginView.vue'),
    meta: { public: true, firstTexts: true },
  },
  {
    path: '/setup',
    name: 'setup',
    component: () => import('../features/session/SetupView.vue'),
    meta: { public: true, firstTexts: true },
  },
  {
    path: '/invitation/:token',
    name: 'invitation',
    component: () => import('../features/session/InvitationView.vue'),
    meta: { public: true },
  },
  {
    path: '/start',
    name: 'start',
    component: () => import('../features/start/StartView.vue'),
    meta: { permission: 'platform', roles: ['owner'] },
  },
  {
    path: '/mini',
    name: 'mini',
    component: () => import('../features/live/mini/MiniView.vue'),
    meta: { permission: 'devices' },
  },
  {
    path: '/wall',
    name: 'wall',
    component: () => import('../features/live/wall/WallView.vue'),
    meta: { permission: 'devices' },
  },
  {
    path: '/',
    component: () => import('./layouts/ConsoleLayout.vue'),
    children: [
      ...screenRoutes,
      { path: ':rest(.*)*', name: MISSING, component: () => import('./MissingView.vue') },
    ],
  },
]

function firstScreen({
  may,
  role,
}: Pick<ReturnType<typeof useSession>, 'may' | 'role'>): RouteLocationRaw | undefined {
  const screens = navigationFor(may, role).flatMap(({ items }) => items)
  // An agent's home is their only overview. All others choose.
  const wanted = role === 'agent' ? 'home' : usePreferences().firstScreen
  const first = screens.find(({ route }) => route === wanted) ?? screens[0]
  return first && { name: first.route, replace: true }
}

/** On a new server the owner gets the guided first start. Where the server can't say, there is none. */
async function guidedStart(): Promise<RouteLocationRaw | undefined> {
  const opens = await useFirstStart()
    .opensItself()
    .catch(() => false)
  return opens ? { name: 'start', replace: true } : undefined
}

export function createConsoleRouter(): Router {
  const router = createRouter({ history: createWebHashHistory(), routes })

  router.beforeEach(async (to) => {
    if (to.meta.firstTexts === true) return true
    const session = useSession()
    const isPublic = to.meta.public === true
    if (!isPublic && !(await session.resume())) return { name: 'login', query: { next: to.fullPath } }
    await loadAllTexts()
    if (isPublic) return true
    if (to.path === '/') return (await guidedStart()) ?? firstScreen(session) ?? true
    if (mayShow(to.meta, session.may, session.role)) return true
    // The address stays: a forbidden screen looks like an unknown one.
    return { name: MISSING, params: { rest: to.path.slice(1).split('/') }, query: to.query, replace: true }
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
