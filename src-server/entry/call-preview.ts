import type { Log } from '../contract/ports.ts'
import type { RuntimeServices } from '../runtime/endpoint.ts'
import { createRiskWatches } from '../services/risk/risk-watches.ts'
import type { Counters } from '../copies/counters.ts'
import { OperatorCredentials } from '../services/session/operator-credentials.ts'
import type { SecurityNotices } from '../services/notices/security-notices.ts'
import { MOST_TRIED, PreviewPasswords, TRIED_SECONDS } from '../services/session/preview-passwords.ts'
import { previewStore } from '../store/preview-store.ts'
import type { TelemetryStore } from '../store/telemetry-store.ts'
import { CodeJournal } from '../telemetry/code-journal.ts'
import { DroppedWork } from '../telemetry/dropped-work.ts'
import { CommandLifecycle } from '../telemetry/command-lifecycle.ts'
import { EarlyPulses } from '../telemetry/early-pulses.ts'
import { LiveStream } from '../telemetry/live-stream.ts'
import { PreviewRegistry } from '../telemetry/preview-registry.ts'
import { NO_RULES } from '../telemetry/rules/rule-watch.ts'
import { WriteBehind } from '../telemetry/write-behind.ts'
import { createCallServices, type CallDeps } from './call-services.ts'

interface Deps {
  readonly calls: CallDeps
  readonly telemetry: TelemetryStore
  readonly counters: Counters
  readonly securityNotices: SecurityNotices
}

/**
 * Prepares previews of calls: the use cases of api.php on dependencies on which nothing lasts. Writes are rolled back. State in
 * memory is a copy, or is empty at first, and is dropped after the preview. Nothing is sent. The memory of earlier calls starts
 * as a copy of the present one.
 * @returns creates the use cases of one preview
 */
export function preparePreviews({
  calls,
  telemetry,
  counters,
  securityNotices,
}: Deps): () => RuntimeServices {
  const { clock, registry } = calls
  const tries = counters.allow('passwords in previews', MOST_TRIED, TRIED_SECONDS)
  const passwords = new PreviewPasswords(calls.passwords, tries, clock)
  const store = previewStore(calls.store)
  const log = quiet(calls.log)
  const dropped = new DroppedWork(log)
  return () => {
    const stream = new LiveStream(clock)
    const { criticals, silences, addresses, terminals, marketWatch } = createRiskWatches({
      store,
      steward: calls.steward,
      registry,
      stream,
      markets: calls.markets,
      clock,
      dropped,
      covers: () => false,
    })
    const devices = new PreviewRegistry(calls.devices)
    const credentials = new OperatorCredentials({
      store,
      passwords,
      notices: securityNotices,
      limits: calls.credentials.limits.fork(),
      clock,
      log,
    })
    const { logins, guesses, codeGuesses, newRecords, registrations, notifications, pace } = calls.memory
    return createCallServices({
      ...calls,
      store,
      devices,
      earlyPulses: new EarlyPulses(false),
      commands: new CommandLifecycle({
        store,
        registry: devices,
        clock,
        log,
        rearms: () => false,
        record: () => Promise.resolve(),
        happened: () => Promise.resolve(),
        announce: () => undefined,
      }),
      // These two are never flushed.
      writeBehind: new WriteBehind(telemetry, dropped),
      journal: new CodeJournal(telemetry, dropped),
      sharedPulses: { add: () => undefined },
      stream,
      criticals,
      silences,
      addresses,
      terminals,
      marketWatch,
      rules: NO_RULES,
      passwords,
      credentials,
      messenger: {
        allows: (base) => calls.messenger.allows(base),
        // The answer of the service is not known beforehand: assume that it accepts the message.
        send: ({ base }) => Promise.resolve(calls.messenger.allows(base) ? 'sent' : { failed: 'base' }),
      },
      pause: () => Promise.resolve(),
      memory: {
        logins: logins.fork((verified) => passwords.guard(verified)),
        guesses: guesses.fork(),
        codeGuesses: codeGuesses.fork(),
        newRecords: newRecords.fork(),
        registrations: registrations.fork(),
        notifications: notifications.fork(),
        pace: pace.fork(),
      },
      log,
    })
  }
}

/** A log that keeps errors only: a preview is not logged as a call, but an error inside it is logged. */
function quiet(log: Log): Log {
  return {
    info: () => undefined,
    warn: () => undefined,
    error: (...line) => {
      log.error(...line)
    },
  }
}
