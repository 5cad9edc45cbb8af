import type { Result } from '../measure.ts'
import { ratio, tail, throughput } from '../measure.ts'

const HEAD = [
  '',
  'calls/s',
  'x node',
  'x Express',
  'p50 ms',
  'p99 ms',
  'p99 x node',
  'CPU us/call',
  'loop us, least',
  'x node',
  'load cores',
  'foreign',
]

function layOut(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Results of one set of circumstances, as ratios to the two echoes measured with them. */
export function describeResults(results: readonly Result[], nodeHttp?: Result, express?: Result): string {
  const over = (result: Result, reference: Result | undefined, of: typeof throughput) =>
    reference === undefined ? '' : ratio(result, reference, of).toFixed(2)
  const rows = results.map((result) => [
    result.name,
    result.callsPerSecond.toFixed(0),
    over(result, nodeHttp, throughput),
    over(result, express, throughput),
    result.p50Ms.toFixed(1),
    result.p99Ms.toFixed(1),
    over(result, nodeHttp, tail),
    result.microsPerCall?.toFixed(0) ?? '',
    result.leastLoopMicros?.toFixed(0) ?? '',
    ((result.leastLoopMicros ?? NaN) / (nodeHttp?.leastLoopMicros ?? NaN)).toFixed(2).replace('NaN', ''),
    result.generatorCores.toFixed(2),
    result.foreignCores?.toFixed(2) ?? '',
  ])
  return layOut([HEAD, ...rows])
}
