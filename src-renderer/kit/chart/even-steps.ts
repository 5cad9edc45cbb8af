/** A step of a curve. Without a point: the server was off. */
interface EvenStep<P> {
  readonly at: number
  readonly point: P | undefined
}

/**
 * The points with an empty step where the next point is more than two steps away. Points of a chore that comes some
 * seconds late leave out a step now and then, which is no gap.
 */
export function withGaps<P extends { readonly at: number }>({
  seconds,
  rows,
}: {
  readonly seconds: number
  readonly rows: readonly P[]
}): EvenStep<P>[] {
  return rows.flatMap((point, index): EvenStep<P>[] => {
    const { at } = point
    const next = rows[index + 1]?.at ?? at
    const own = { at, point }
    return next - at > 2 * seconds ? [own, { at: at + seconds, point: undefined }] : [own]
  })
}

/** Every step from the first point to the last, so that a time without points is a gap. */
export function evenSteps<P extends { readonly at: number }>(curve: {
  readonly seconds: number
  readonly rows: readonly P[]
}): EvenStep<P>[] {
  const { seconds, rows } = curve
  const points = new Map(rows.map((point) => [point.at, point]))
  const [first, last] = [rows[0]?.at, rows.at(-1)?.at]
  if (first === undefined || last === undefined) return []
  const steps: EvenStep<P>[] = []
  for (let at = first; at <= last; at += seconds) steps.push({ at, point: points.get(at) })
  return steps
}
