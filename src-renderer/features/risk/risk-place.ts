import { useRouter, type RouteLocationRaw } from 'vue-router'
import type { RiskItem } from '../../../src-server/contract/actions/risks.ts'
import { useRecordRoute } from '../../kit/navigation/record-route.ts'
import { useSession } from '../../kit/session/session.ts'

/** The screens that settle what is set weakly for the whole platform. */
const SETTINGS: Readonly<Record<string, RouteLocationRaw>> = {
  console_plain: { name: 'settings', params: { page: 'doors' } },
  owner_totp: { name: 'security' },
  no_backups: { name: 'backups' },
  certificate_ending: { name: 'settings', params: { page: 'https' } },
  certificate_failing: { name: 'settings', params: { page: 'https' } },
  backup_failed: { name: 'backups' },
  disk_low: { name: 'health' },
  clock_doubted: { name: 'health' },
  data_damaged: { name: 'backups' },
  data_held: { name: 'health' },
  secrets_locked: { name: 'health' },
  telemetry_renewed: { name: 'health' },
  server_failed: { name: 'health' },
  work_dropped: { name: 'health' },
}

/** Where something is done about a risk; undefined where this person may not go there. */
export function useRiskPlace(): (item: RiskItem) => RouteLocationRaw | undefined {
  const session = useSession()
  const router = useRouter()
  const routeOf = useRecordRoute(session.may)
  return ({ kind, subject_kind: subject, subject_id: id, facts }) => {
    if (subject === 'settings') return SETTINGS[String(facts['setting'])]
    // Refused calls are read, one by one, where the traffic is.
    const calls = { name: 'traffic', params: { app: String(id) } }
    const isAboutCalls = kind === 'refused_cluster' || kind === 'skewed_clock'
    if (isAboutCalls && session.may(router.resolve(calls).meta.permission)) return calls
    return routeOf(subject, id)
  }
}
