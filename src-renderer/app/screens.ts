import type { RouteRecordRaw } from 'vue-router'
import type { Permission, Role } from '../../src-server/contract/permissions.ts'
import { SETTINGS_PAGES } from '../features/platform/settings/settings-group.ts'

/** The roles and the permission that a screen asks for. */
export interface ScreenAccess {
  /** Without this permission the screen is hidden. */
  readonly permission?: Permission
  /** Only these roles have the screen. */
  readonly roles?: readonly Role[]
}

declare module 'vue-router' {
  interface RouteMeta extends ScreenAccess {
    /** Needs no session. */
    public?: boolean
    /** Shown before the sign-in: it needs the first texts of i18n/index.ts alone. */
    firstTexts?: boolean
    /**
     * The name of the parent route: its title comes before this one's, and its navigation entry is
     * highlighted.
     */
    parent?: string
  }
}

interface Screen extends ScreenAccess {
  readonly path: string
  readonly view: NonNullable<RouteRecordRaw['component']>
  readonly parent?: string
}

const BY_NAME = {
  home: { path: 'home', view: () => import('../features/sales/HomeView.vue'), permission: 'devices' },
  live: { path: 'live', view: () => import('../features/live/LiveView.vue'), permission: 'devices' },
  account: {
    path: 'live/:id(\\d+)',
    view: () => import('../features/live/AccountView.vue'),
    parent: 'live',
    permission: 'devices',
  },
  report: {
    path: 'live/:id(\\d+)/report',
    view: () => import('../features/live/ReportView.vue'),
    parent: 'live',
    permission: 'devices',
  },
  fleet: { path: 'fleet', view: () => import('../features/fleet/FleetView.vue'), permission: 'devices' },
  'pause-all': {
    path: 'pause-all',
    view: () => import('../features/live/groups/GroupActView.vue'),
    parent: 'live',
    permission: 'devices.control',
  },
  'close-all': {
    path: 'close-all',
    view: () => import('../features/live/groups/GroupActView.vue'),
    parent: 'live',
    permission: 'devices.control',
  },
  expiring: {
    path: 'expiring',
    view: () => import('../features/devices/ExpiringView.vue'),
    permission: 'devices',
  },
  devices: {
    path: 'devices',
    view: () => import('../features/devices/DevicesView.vue'),
    permission: 'devices',
  },
  requests: {
    path: 'requests/:id(\\d+)?',
    view: () => import('../features/requests/RequestsView.vue'),
    permission: 'requests',
  },
  risk: { path: 'risk', view: () => import('../features/risk/RiskView.vue'), permission: 'risk' },
  rules: {
    path: 'rules',
    view: () => import('../features/rules/RulesView.vue'),
    permission: 'rules',
    roles: ['owner', 'developer'],
  },
  messages: {
    path: 'messages',
    view: () => import('../features/messages/MessagesView.vue'),
    permission: 'applications',
    roles: ['owner', 'developer'],
  },
  accounts: {
    path: 'accounts',
    view: () => import('../features/accounts/AccountsView.vue'),
    permission: 'accounts',
  },
  'app-account': {
    path: 'accounts/:id(\\d+)',
    view: () => import('../features/accounts/AppAccountView.vue'),
    parent: 'accounts',
    permission: 'accounts',
  },
  applications: {
    path: 'applications',
    view: () => import('../features/applications/ApplicationsView.vue'),
    permission: 'applications',
  },
  application: {
    path: 'applications/:app(\\d+)',
    view: () => import('../features/applications/ApplicationView.vue'),
    parent: 'applications',
    permission: 'applications',
  },
  traffic: {
    path: 'applications/:app(\\d+)/traffic',
    view: () => import('../features/inspector/TrafficView.vue'),
    parent: 'applications',
    permission: 'traffic',
  },
  codes: { path: 'codes', view: () => import('../features/codes/CodesView.vue'), permission: 'codes' },
  code: {
    path: 'codes/:id(\\d+)',
    view: () => import('../features/codes/CodeView.vue'),
    parent: 'codes',
    permission: 'codes',
  },
  'code-batches': {
    path: 'codes/batches',
    view: () => import('../features/codes/BatchesView.vue'),
    parent: 'codes',
    permission: 'codes',
    roles: ['owner', 'developer'],
  },
  batch: {
    path: 'codes/batches/:id(\\d+)',
    view: () => import('../features/codes/BatchView.vue'),
    parent: 'codes',
    permission: 'codes',
    roles: ['owner', 'developer'],
  },
  'code-bin': {
    path: 'codes/bin',
    view: () => import('../features/codes/BinView.vue'),
    parent: 'codes',
    permission: 'codes',
  },
  stock: {
    path: 'stock',
    view: () => import('../features/sales/StockView.vue'),
    permission: 'sales',
    roles: ['agent'],
  },
  sales: { path: 'sales', view: () => import('../features/sales/SalesView.vue'), permission: 'sales' },
  statement: {
    path: 'statement',
    view: () => import('../features/agents/ledger/StatementView.vue'),
    permission: 'sales',
    roles: ['agent'],
  },
  ranking: {
    path: 'agents/ranking',
    view: () => import('../features/agents/RankingView.vue'),
    parent: 'agents',
    permission: 'sales',
    roles: ['owner', 'developer'],
  },
  agents: { path: 'agents', view: () => import('../features/agents/AgentsView.vue'), permission: 'sales' },
  agent: {
    path: 'agents/:id(\\d+)',
    view: () => import('../features/agents/AgentView.vue'),
    parent: 'agents',
    permission: 'sales',
  },
  capabilities: {
    path: 'capabilities',
    view: () => import('../features/capabilities/CapabilitiesView.vue'),
    permission: 'platform',
  },
  developers: {
    path: 'developers',
    view: () => import('../features/people/DevelopersView.vue'),
    permission: 'people',
  },
  developer: {
    path: 'developers/:id(\\d+)',
    view: () => import('../features/people/DeveloperView.vue'),
    parent: 'developers',
    permission: 'people',
  },
  plans: { path: 'plans', view: () => import('../features/people/PlansView.vue'), permission: 'people' },
  staff: { path: 'staff', view: () => import('../features/people/StaffView.vue'), permission: 'staff' },
  roles: { path: 'roles', view: () => import('../features/people/RolesView.vue'), permission: 'staff' },
  audit: {
    path: 'audit/:id(\\d+)?',
    view: () => import('../features/audit/AuditView.vue'),
    permission: 'audit',
  },
  settings: {
    path: `settings/:page(${SETTINGS_PAGES.join('|')})?`,
    view: () => import('../features/platform/SettingsView.vue'),
    permission: 'platform',
  },
  backups: {
    path: 'backups',
    view: () => import('../features/platform/BackupsView.vue'),
    permission: 'backups',
  },
  move: {
    path: 'backups/move',
    view: () => import('../features/platform/MoveView.vue'),
    parent: 'backups',
    permission: 'backups',
    roles: ['owner'],
  },
  'bring-over': {
    path: 'backups/bring-over',
    view: () => import('../features/platform/BringOverView.vue'),
    parent: 'backups',
    permission: 'backups',
    roles: ['owner'],
  },
  fields: {
    path: 'fields',
    view: () => import('../features/fields/FieldsView.vue'),
    permission: 'applications.edit',
    roles: ['owner', 'developer'],
  },
  webhooks: {
    path: 'webhooks',
    view: () => import('../features/webhooks/WebhooksView.vue'),
    permission: 'webhooks',
    roles: ['owner', 'developer'],
  },
  certifications: {
    path: 'certifications',
    view: () => import('../features/platform/CertificationsView.vue'),
    permission: 'platform',
  },
  announcements: {
    path: 'announcements',
    view: () => import('../features/platform/AnnouncementsView.vue'),
    permission: 'platform',
  },
  reach: {
    path: 'reach',
    view: () => import('../features/platform/ReachView.vue'),
    permission: 'platform',
    roles: ['owner'],
  },
  health: {
    path: 'health',
    view: () => import('../features/platform/HealthView.vue'),
    permission: 'platform',
  },
  help: { path: 'help/:doc([a-z-]+)?', view: () => import('../features/help/HelpView.vue') },
  security: { path: 'security', view: () => import('../features/security/SecurityView.vue') },
} satisfies Readonly<Record<string, Screen>>

export type ScreenName = keyof typeof BY_NAME

/**
 * The console's screens by route name. A screen keeps its filters in its address, so that people can share
 * it.
 */
export const SCREENS: Readonly<Record<ScreenName, Screen>> = BY_NAME

export const screenRoutes: RouteRecordRaw[] = Object.entries(SCREENS).map(
  ([name, { path, view, ...meta }]) => ({ path, name, component: view, meta }),
)

/** Screens that a person can't use are hidden, not greyed out. */
export function mayShow(
  { permission, roles }: ScreenAccess,
  may: (permission: Permission) => boolean,
  role: Role | undefined,
): boolean {
  if (permission !== undefined && !may(permission)) return false
  return roles === undefined || roles.some((one) => one === role)
}
