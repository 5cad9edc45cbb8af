import type uPlot from 'uplot'
import { onBeforeUnmount, onMounted, watch, type Ref, type WatchSource } from 'vue'
import { useI18n } from 'vue-i18n'
import { shownNotation } from '../../i18n/number-format.ts'
import { shownZone } from '../../i18n/zone.ts'
import { usePreferences } from '../preferences/preferences.ts'

/**
 * Plots as wide as their box. Theme, language, time zone and notation are read once a build, so their changes build the
 * plots anew.
 * @param make the plots for a width; none before their places exist
 * @param causes other changes that build them anew
 */
export function usePlots(
  box: Readonly<Ref<HTMLElement | null>>,
  make: (width: number) => uPlot[],
  causes: WatchSource[],
): () => readonly uPlot[] {
  const preferences = usePreferences()
  const { locale } = useI18n()
  let plots: uPlot[] = []

  function destroy(): void {
    for (const plot of plots) plot.destroy()
    plots = []
  }
  function build(): void {
    destroy()
    // A box may come after the mounting, with the first values.
    observer.disconnect()
    if (!box.value) return
    plots = make(box.value.clientWidth)
    observer.observe(box.value)
  }
  const observer = new ResizeObserver(([entry]) => {
    const width = Math.floor(entry?.contentRect.width ?? 0)
    for (const plot of plots)
      if (width > 0 && width !== plot.width) plot.setSize({ width, height: plot.height })
  })
  onMounted(build)
  onBeforeUnmount(() => {
    observer.disconnect()
    destroy()
  })
  watch(
    [() => preferences.shownTheme, () => preferences.plScheme, shownZone, shownNotation, locale, ...causes],
    build,
    { flush: 'post' },
  )
  return () => plots
}
