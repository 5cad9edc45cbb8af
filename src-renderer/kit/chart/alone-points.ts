import type uPlot from 'uplot'

/** The places of values without neighbours, which no line joins. */
export function alonePlaces(values: readonly (number | null | undefined)[]): number[] {
  const isThere = (place: number) => (values[place] ?? null) !== null
  return values.flatMap((_, place) =>
    isThere(place) && !isThere(place - 1) && !isThere(place + 1) ? [place] : [],
  )
}

/** The points that no line joins, such as the first one after a gap. */
export const alonePoints = (colour: string): uPlot.Series.Points => ({
  show: true,
  size: 5,
  width: 0,
  fill: colour,
  filter: (plot, series) => alonePlaces([...(plot.data[series] ?? [])]),
})
