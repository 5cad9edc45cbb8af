import { onMounted, onScopeDispose, ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { RiskGroup } from '../../../../src-server/contract/actions/risks.ts'
import { call } from '../../../api/console-client.ts'
import { useLiveStream } from '../../../api/live-stream.ts'
import { host } from '../../../host/host.ts'
import type { SystemNotice } from '../../../host/notices.ts'
import { useAlarmSound } from '../../../kit/alarms/alarm-sound.ts'
import { claimSoleTab, nameHere } from '../../../kit/alarms/sole-tab.ts'
import { usePreferences } from '../../../kit/preferences/preferences.ts'
import { useSession } from '../../../kit/session/session.ts'
import { gatherCalls } from '../../../ui/gather-calls.ts'
import { notify } from '../../../ui/toast.ts'
import { isLasting } from '../review-rows.ts'
import { newsOf, type TellingBook } from './alarm-news.ts'
import { useAlarmWords } from './alarm-words.ts'

/** A wave of risks comes over seconds: the first look waits for a part of it. */
const GATHER_MS = 1000
/** The counts stay the same where one risk goes and another one comes. So the review is read without a sign, too. */
const LOOK_MS = 60_000
const REPEAT_MS = 30_000
/** More groups than this share one notice. */
const MOST_SINGLE = 3

/** Makes new high risks heard and seen, on every screen, while the console is open. */
export function useAlarms() {
  const { t } = useI18n()
  const session = useSession()
  const preferences = usePreferences()
  const router = useRouter()
  const words = useAlarmWords()
  const play = useAlarmSound()
  const notices = claimSoleTab('notices')
  const channel = new BroadcastChannel(nameHere('alarms'))
  /** The keys of the groups that ring until they are acknowledged. */
  const ringing = ref<ReadonlySet<string>>(new Set())
  let book: TellingBook | undefined

  async function look(): Promise<void> {
    if (!session.may('risk')) return
    const found = await call('risk_groups', { acknowledged: false, snoozed: false }).catch(() => undefined)
    if (found === undefined) return
    const high = found.groups.filter(({ level, state }) => level === 'high' && state === 'open')
    const news = newsOf(
      book,
      high.map((group) => ({ ...group, at: isLasting(group) ? group.since : group.at })),
    )
    book = news.book
    const open = new Set(high.map(({ key }) => key))
    const fresh = news.fresh.map(({ key }) => key)
    ringing.value = new Set([...ringing.value, ...fresh].filter((key) => open.has(key)))
    if (news.fresh.length > 0) {
      play(namesOf(news.fresh))
      tell(news.fresh)
    }
    for (const group of news.grown) show(group, true)
  }
  const namesOf = (groups: readonly RiskGroup[]) => groups.map(({ key, at }) => `${key} ${at}`).join(' ')

  function tell(groups: readonly RiskGroup[]): void {
    if (groups.length <= MOST_SINGLE) for (const group of groups) show(group, false)
    else showNotice({ tag: 'many', isUpdate: false, ...words.ofMany(groups.length) }, namesOf(groups))
  }
  function show(group: RiskGroup, isUpdate: boolean): void {
    const news = `${group.key} ${group.at} ${group.count}`
    showNotice({ tag: group.key, isUpdate, ...words.of(group) }, news)
  }
  function showNotice(notice: SystemNotice, news: string): void {
    if (document.hasFocus()) {
      // The person looks at another screen of the console.
      const run = () => void router.push(notice.screen.replace(/^#/, ''))
      if (!notice.isUpdate)
        notify.offer(notice.title, { label: t('risk.alarm.review'), run }, { description: notice.body })
    } else if (preferences.alarmNotices && notices.takes(news)) host.notices.show(notice)
  }

  const lookSoon = gatherCalls(look, GATHER_MS)
  function silence(): void {
    ringing.value = new Set()
  }
  channel.onmessage = silence

  onMounted(look)
  const stream = useLiveStream()
  stream.on('risk', lookSoon)
  stream.on('reset', lookSoon)
  const timers = [
    setInterval(lookSoon, LOOK_MS),
    setInterval(() => {
      if (preferences.alarmRepeat && ringing.value.size > 0)
        play(`again ${Math.floor(Date.now() / REPEAT_MS)}`)
    }, REPEAT_MS),
  ]
  onScopeDispose(() => {
    for (const timer of timers) clearInterval(timer)
    channel.close()
    notices.release()
  })
  return {
    ringing,
    /** In every window of this browser. */
    silence() {
      silence()
      channel.postMessage('silence')
    },
  }
}
