import type { LatestPulse } from '../../../src-server/store/latest-pulse.ts'
import { createPostgresTelemetryStore } from '../../../src-server/store/postgres/telemetry/store.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { findServerThread } from '../../support/server-program.ts'
import { QUIET_LOG } from '../../support/storage-watch.ts'
import { appendPulses } from '../../support/telemetry/open-telemetry-store.ts'

/** A process with a telemetry store of its own. It appends the batches that come as messages, and answers each one. */
const [url = '', now = '0'] = process.argv.slice(2)
const store = createPostgresTelemetryStore(
  { url },
  {
    worker: findServerThread('store/postgres/telemetry/worker.ts'),
    log: QUIET_LOG,
    clock: new ManualClock(Number(now)),
    utcOffset: () => 0,
    renewed: () => undefined,
  },
)
process.on('message', (pulses: LatestPulse[]) => {
  void appendPulses(store, pulses).then(() => process.send?.('appended'))
})
