import type { PERFORMANCE_CONTRACT } from '../../contract/actions/performance.ts'
import { inside } from '../../contract/spelling.ts'
import type { PerformanceServices } from '../../services/performance/create-performance-services.ts'
import type { PlatformServices } from '../../services/platform/create-platform-services.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'

export const performanceActions = ({
  performance,
  accountMarks,
  deviceNotes,
  historyExports,
  reportLinks,
  publicAddress,
}: PerformanceServices & Pick<PlatformServices, 'publicAddress'>) =>
  ({
    device_statistics: ({ actor }, { id, ...own }) => performance.statistics(actor, id, inside(own)),
    device_days: ({ actor }, { id, ...range }) => performance.days(actor, id, inside(range)),
    device_marks: async ({ actor }, { id, ...range }) => ({
      rows: await accountMarks.list(actor, id, range),
    }),
    device_compare: async ({ actor }, wanted) => ({ rows: await performance.compare(actor, wanted) }),
    device_history_export: ({ actor }, query) => historyExports.piece(actor, query),
    device_note_list: async ({ actor }, { id }) => ({ rows: await deviceNotes.list(actor, id) }),
    device_note_save: ({ actor }, note) => deviceNotes.save(actor, note),
    device_note_delete: ({ actor }, { note }) => emptyAfter(deviceNotes.delete(actor, note)),
    device_report: ({ actor }, { id, heading, ...range }) => performance.report(actor, id, range, heading),
    report_link_list: async ({ actor }, { id }) => ({ rows: await reportLinks.list(actor, id) }),
    report_link_create: async ({ actor, cameTo }, order) => {
      const { link, token } = await reportLinks.create(actor, order)
      return { link, url: `${publicAddress.current(cameTo).url}#/report/${token}` }
    },
    report_link_revoke: ({ actor }, { link }) => emptyAfter(reportLinks.revoke(actor, link)),
  }) satisfies ActionsOf<typeof PERFORMANCE_CONTRACT>
