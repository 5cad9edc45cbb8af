import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { MeasuredState } from '../contract/live.ts'
import type { CallCounter } from '../runtime/call-counter.ts'
import type { ServerFigures } from './server-figures.ts'

export interface MetricsParts {
  readonly calls: CallCounter
  readonly state: () => MeasuredState
  readonly figures: () => Promise<ServerFigures>
}

/** The metrics of the process: memory, processor, event loop, garbage collection. One process has them once. */
let ofProcess: Registry | undefined

/** The metrics of a server in the text format of Prometheus. A scrape reads them; nothing runs between two scrapes. */
export class ServerMetrics {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE
  readonly #parts: MetricsParts
  readonly #registry = new Registry()
  readonly #calls: Counter<'api' | 'code'>
  readonly #gauges: ReturnType<typeof createGauges>

  constructor(parts: MetricsParts) {
    this.#parts = parts
    this.#calls = new Counter({
      name: 'pulsekey_calls_total',
      help: 'Answers of api.php since the start, by API and code of the protocol.',
      labelNames: ['api', 'code'],
      registers: [this.#registry],
    })
    this.#gauges = createGauges(this.#registry)
  }

  async text(): Promise<string> {
    const { calls, state, figures } = this.#parts
    this.#calls.reset()
    for (const { api, code, count } of calls.all()) this.#calls.inc({ api, code }, count)
    this.#set(state(), await figures())
    if (ofProcess === undefined) collectDefaultMetrics({ register: (ofProcess = new Registry()) })
    return (await this.#registry.metrics()) + (await ofProcess.metrics())
  }

  #set(state: MeasuredState, figures: ServerFigures): void {
    const gauges = this.#gauges
    gauges.info.set({ version: state.version }, 1)
    gauges.started.set(state.started_at)
    gauges.connections.set(state.connections)
    gauges.accounts.set({ state: 'all' }, figures.accounts.total)
    gauges.accounts.set({ state: 'live' }, figures.accounts.live)
    gauges.risks.set({ level: 'all' }, figures.risks.open)
    gauges.risks.set({ level: 'high' }, figures.risks.high)
    gauges.messages.set({ state: 'waiting' }, figures.messages.waiting)
    gauges.messages.set({ state: 'given_up' }, figures.messages.dead)
    gauges.database.set({ database: 'main' }, figures.databases.main)
    gauges.database.set({ database: 'telemetry' }, figures.databases.telemetry)
    gauges.diskFree.set(figures.disk.free)
    gauges.diskTotal.set(figures.disk.total)
    gauges.lastBackup.set(figures.lastBackup ?? 0)
    gauges.degraded.set(figures.troubles.length > 0 ? 1 : 0)
    gauges.trouble.reset()
    for (const trouble of figures.troubles) gauges.trouble.set({ trouble }, 1)
  }
}

function createGauges(registry: Registry) {
  const gauge = <L extends string>(name: string, help: string, labelNames: L[]): Gauge<L> =>
    new Gauge({ name: `pulsekey_${name}`, help, labelNames, registers: [registry] })
  return {
    info: gauge('info', 'The version of the server.', ['version']),
    started: gauge('start_time_seconds', 'When the server started, in unix seconds.', []),
    connections: gauge('connections', 'Open connections.', []),
    accounts: gauge('accounts', 'Trading accounts: all, and those whose last pulse came in time.', ['state']),
    risks: gauge('risks', 'Risks that nobody has acknowledged: all, and the high ones.', ['level']),
    messages: gauge('messages', 'Messages and mails that wait, and those given up.', ['state']),
    database: gauge('database_bytes', 'The size of a database file.', ['database']),
    diskFree: gauge('disk_free_bytes', 'Free space on the disk of the data folder.', []),
    diskTotal: gauge('disk_bytes', 'The size of the disk of the data folder.', []),
    lastBackup: gauge(
      'last_backup_time_seconds',
      'When the newest backup was made, in unix seconds; 0: never.',
      [],
    ),
    degraded: gauge('degraded', '1 while the server has a trouble that its owner should look after.', []),
    trouble: gauge('trouble', '1 for each trouble of now.', ['trouble']),
  }
}
