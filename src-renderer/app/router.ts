import { createRouter, createWebHashHistory } from 'vue-router'
import type { RouteLocationRaw, Router, RouteRecordRaw } from 'vue-router'
import type { Permission } from '../../src-server/contract/permissions.ts'
import type { Role } from '../../src-server/contract/roles.ts'
import { whenSessionEnds } from '../api/console-client.ts'
import { navigationFor } from './navigation.ts'
import { useSession } from '../kit/session/session.ts'

declare module 'vue-router' {
  interface RouteMeta {
    /** Needs no session. */
    public?: boolean
    /** The name of the route above: shown before the title, and its entry is lit in the navigation. */
    parent?: string
    /** Without it the screen isn't there. */
    permission?: Permission
    /** Others don't have such a screen. */
    roles?: readonly Role[]
  }
}

const MISSING = 'missing'

// One address a screen; what a screen filters by stands in its query, so that it can be shared and reloaded.
const routes: RouteRecordRaw[] = [
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
    path: '/invitation/:token',
    name: 'invitation',
    component: () => import('../features/session/InvitationView.vue'),
    meta: { public: true },
  },
  {
    path: '/',
    component: () => import('./layouts/ConsoleLayout.vue'),
    children: [
      {
        path: 'home',
        name: 'home',
        component: () => import('../features/sales/HomeView.vue'),
        meta: { permission: 'sales', roles: ['agent'] },
      },
      {
        path: 'live',
        name: 'live',
        component: () => import('../features/live/LiveView.vue'),
        meta: { permission: 'devices' },
      },
      {
        path: 'live/:id(\\d+)',
        name: 'account',
        component: () => import('../features/live/AccountView.vue'),
        meta: { parent: 'live', permission: 'devices' },
      },
      {
        path: 'pause-all',
        name: 'pause-all',
        component: () => import('../features/desktop/PauseAllView.vue'),
        meta: { parent: 'live', permission: 'devices.control' },
      },
      {
        path: 'expiring',
        name: 'expiring',
        component: () => import('../features/devices/ExpiringView.vue'),
        meta: { permission: 'devices' },
      },
      {
        path: 'devices',
        name: 'devices',
        component: () => import('../features/devices/DevicesView.vue'),
        meta: { permission: 'devices' },
      },
      {
        path: 'requests/:id(\\d+)?',
        name: 'requests',
        component: () => import('../features/requests/RequestsView.vue'),
        meta: { permission: 'requests' },
      },
      {
        path: 'risk',
        name: 'risk',
        component: () => import('../features/risk/RiskView.vue'),
        meta: { permission: 'risk' },
      },
      {
        path: 'messages',
        name: 'messages',
        component: () => import('../features/messages/MessagesView.vue'),
        meta: { permission: 'applications', roles: ['owner', 'developer'] },
      },
      {
        path: 'accounts',
        name: 'accounts',
        component: () => import('../features/accounts/AccountsView.vue'),
        meta: { permission: 'accounts' },
      },
      {
        path: 'accounts/:id(\\d+)',
        name: 'app-account',
        component: () => import('../features/accounts/AppAccountView.vue'),
        meta: { parent: 'accounts', permission: 'accounts' },
      },
      {
        path: 'applications',
        name: 'applications',
        component: () => import('../features/applications/ApplicationsView.vue'),
        meta: { permission: 'applications' },
      },
      {
        path: 'applications/:app(\\d+)',
        name: 'application',
        component: () => import('../features/applications/ApplicationView.vue'),
        meta: { parent: 'applications', permission: 'applications' },
      },
      {
        path: 'applications/:app(\\d+)/traffic',
        name: 'traffic',
        component: () => import('../features/inspector/TrafficView.vue'),
        meta: { parent: 'applications', permission: 'traffic' },
      },
      {
        path: 'codes',
        name: 'codes',
        component: () => import('../features/codes/CodesView.vue'),
        meta: { permission: 'codes' },
      },
      {
        path: 'codes/:id(\\d+)',
        name: 'code',
        component: () => import('../features/codes/CodeView.vue'),
        meta: { parent: 'codes', permission: 'codes' },
      },
      {
        path: 'codes/batches',
        name: 'code-batches',
        component: () => import('../features/codes/BatchesView.vue'),
        meta: { parent: 'codes', permission: 'codes' },
      },
      {
        path: 'codes/batches/:id(\\d+)',
        name: 'batch',
        component: () => import('../features/codes/BatchView.vue'),
        meta: { parent: 'codes', permission: 'codes' },
      },
      {
        path: 'codes/bin',
        name: 'code-bin',
        component: () => import('../features/codes/BinView.vue'),
        meta: { parent: 'codes', permission: 'codes' },
      },
      {
        path: 'stock',
        name: 'stock',
        component: () => import('../features/sales/StockView.vue'),
        meta: { permission: 'sales', roles: ['agent'] },
      },
      {
        path: 'sales',
        name: 'sales',
        component: () => import('../features/sales/SalesView.vue'),
        meta: { permission: 'sales' },
      },
      {
        path: 'statement',
        name: 'statement',
        component: () => import('../features/agents/ledger/StatementView.vue'),
        meta: { permission: 'sales', roles: ['agent'] },
      },
      {
        path: 'agents',
        name: 'agents',
        component: () => import('../features/agents/AgentsView.vue'),
        meta: { permission: 'sales' },
      },
      {
        path: 'agents/:id(\\d+)',
        name: 'agent',
        component: () => import('../features/agents/AgentView.vue'),
        meta: { parent: 'agents', permission: 'sales' },
      },
      {
        path: 'capabilities',
        name: 'capabilities',
        component: () => import('../features/capabilities/CapabilitiesView.vue'),
        meta: { permission: 'platform' },
      },
      {
        path: 'developers',
        name: 'developers',
        component: () => import('../features/people/DevelopersView.vue'),
        meta: { permission: 'people' },
      },
      {
        path: 'developers/:id(\\d+)',
        name: 'developer',
        component: () => import('../features/people/DeveloperView.vue'),
        meta: { parent: 'developers', permission: 'people' },
      },
      {
        path: 'plans',
        name: 'plans',
        component: () => import('../features/people/PlansView.vue'),
        meta: { permission: 'people' },
      },
      {
        path: 'staff',
        name: 'staff',
        component: () => import('../features/people/StaffView.vue'),
        meta: { permission: 'staff' },
      },
      {
        path: 'roles',
        name: 'roles',
        component: () => import('../features/people/RolesView.vue'),
        meta: { permission: 'staff' },
      },
      {
        path: 'audit/:id(\\d+)?',
        name: 'audit',
        component: () => import('../features/audit/AuditView.vue'),
        meta: { permission: 'audit' },
      },
      {
        path: 'settings/:page(site|doors|address|retention|after_sales|sales|mail)?',
        name: 'settings',
        component: () => import('../features/platform/SettingsView.vue'),
        meta: { permission: 'platform' },
      },
      {
        path: 'backups',
        name: 'backups',
        component: () => import('../features/platform/BackupsView.vue'),
        meta: { permission: 'backups' },
      },
      {
        path: 'certifications',
        name: 'certifications',
        component: () => import('../features/platform/CertificationsView.vue'),
        meta: { permission: 'platform' },
      },
      {
        path: 'announcements',
        name: 'announcements',
        component: () => import('../features/platform/AnnouncementsView.vue'),
        meta: { permission: 'platform' },
      },
      {
        path: 'health',
        name: 'health',
        component: () => import('../features/platform/HealthView.vue'),
        meta: { permission: 'platform' },
      },
      {
        path: 'security',
        name: 'security',
        component: () => import('../features/security/SecurityView.vue'),
      },
      { path: ':rest(.*)*', name: MISSING, component: () => import('./MissingView.vue') },
    ],
  },
]

function firstScreen({
  may,
  role,
}: Pick<ReturnType<typeof useSession>, 'may' | 'role'>): RouteLocationRaw | undefined {
  const first = navigationFor(may, role)[0]?.items[0]
  return first && { name: first.route, replace: true }
}

export function createConsoleRouter(): Router {
  const router = createRouter({ history: createWebHashHistory(), routes })

  router.beforeEach(async (to) => {
    if (to.meta.public === true) return true
    const session = useSession()
    if (!(await session.resume())) return { name: 'login', query: { next: to.fullPath } }
    if (to.path === '/') return firstScreen(session) ?? true
    const { permission, roles } = to.meta
    if (session.may(permission) && (roles === undefined || roles.some((role) => role === session.role)))
      return true
    // Under its own address: a screen one may not see looks as one that isn't there.
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
