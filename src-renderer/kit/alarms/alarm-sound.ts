import { onScopeDispose, watch } from 'vue'
import { usePreferences } from '../preferences/preferences.ts'
import { playTone, useSoundState } from '../../ui/play-tone.ts'
import { claimSoleTab, type SoleTab } from './sole-tab.ts'

/** Plays the person's alarm, in one window of this browser. Only a window that may make a sound claims to be it. */
export function useAlarmSound(): (news: string) => void {
  const preferences = usePreferences()
  const state = useSoundState()
  let sole: SoleTab | undefined
  watch(
    state,
    (now) => {
      if (now === 'ready') sole ??= claimSoleTab('sound')
    },
    { immediate: true },
  )
  onScopeDispose(() => sole?.release())
  return (news) => {
    if (preferences.sound && sole?.takes(news) === true)
      playTone(preferences.alarmTone, preferences.alarmVolume)
  }
}
