import { Group, LayoutGrid, OctagonX, Pause, Star, WifiOff, type LucideIcon } from '@lucide/vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { useMembers } from '../../features/live/rows/member-names.ts'
import type { RowState } from '../../features/live/rows/row-filter.ts'
import { useLiveView } from '../../features/live/view/live-view.ts'
import { useSession } from '../../kit/session/session.ts'

const STATES: readonly (readonly [RowState, LucideIcon])[] = [
  ['critical', OctagonX],
  ['silent', WifiOff],
  ['paused', Pause],
]

/** The board's views, from any screen. */
export function useBoardCommands() {
  const session = useSession()
  const view = useLiveView()
  const members = useMembers()
  const router = useRouter()
  const { t } = useI18n()

  /** The board shows the view that it was left with, so that the change is made before it opens. */
  function onBoard(change: () => void): () => void {
    return () => {
      change()
      if (router.currentRoute.value.name !== 'live') void router.push({ name: 'live' })
    }
  }
  return () =>
    !session.may('devices')
      ? []
      : [
          ...members.list.value.map((member) => ({
            id: `board:group:${member}`,
            label: t('palette.board.group', { member: members.ofMember(member) }),
            icon: Group,
            words: 'group by 分组',
            run: onBoard(() => {
              view.groupBy(member)
            }),
          })),
          {
            id: 'board:ungrouped',
            label: t('palette.board.no_groups'),
            icon: LayoutGrid,
            words: 'group 分组',
            run: onBoard(() => {
              view.groupBy(null)
            }),
          },
          ...STATES.map(([state, icon]) => ({
            id: `board:state:${state}`,
            label: t('palette.board.state', { state: t(`live.filter.${state}`) }),
            icon,
            run: onBoard(() => {
              view.narrow({ state })
            }),
          })),
          {
            id: 'board:watched',
            label: t('palette.board.watched'),
            icon: Star,
            words: 'star favourites 关注 收藏',
            run: onBoard(() => {
              view.narrow({ watched: true })
            }),
          },
        ]
}
