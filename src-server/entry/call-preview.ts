import type { Log } from '../contract/ports.ts'
import type { RuntimeServices } from '../runtime/endpoint.ts'
import { LoginMemory } from '../services/accounts/account-logins.ts'
import { Allowance } from '../services/allowance.ts'
import { OperatorCredentials } from '../services/session/operator-credentials.ts'
import type { SecurityNotices } from '../services/notices/security-notices.ts'
import { MOST_TRIED, PreviewPasswords, TRIED_SECONDS } from '../services/session/preview-passwords.ts'
import { rehearsedStore } from '../store/rehearsed-store.ts'
import type { TelemetryStore } from '../store/telemetry-store.ts'
import { CodeJournal } from '../telemetry/code-journal.ts'
import { CommandLifecycle } from '../telemetry/command-lifecycle.ts'
import { LiveStream } from '../telemetry/live-stream.ts'
import { RehearsedRegistry } from '../telemetry/rehearsed-registry.ts'
import { WriteBehind } from '../telemetry/write-behind.ts'
import { composeRiskWatch } from './compose-risk.ts'
import { composeRuntime, type RuntimeGrounds } from './compose-runtime.ts'

interface Parts {
  readonly grounds: RuntimeGrounds
  readonly telemetry: TelemetryStore
  readonly notices: SecurityNotices
  readonly utcOffset: (at: number) => number
}

/**
 * Grounds on which nothing stays done: writes are rolled back, memory is a copy or begins empty and is thrown away with
 * them, nothing is sent. The memory of calls begins as a copy of the present one.
 * @returns the use cases on such grounds, which are made anew for each rehearsal
 */
export function preparePreviews({ grounds, telemetry, notices, utcOffset }: Parts): () => RuntimeServices {
  const { clock, registry } = grounds
  const passwords = new PreviewPasswords(
    grounds.passwords,
    new Allowance(MOST_TRIED, TRIED_SECONDS),
    grounds.clock,
  )
  const store = rehearsedStore(grounds.store)
  const log = quiet(grounds.log)
  const credentials = new OperatorCredentials({ store, passwords, notices, clock, log })
  return () => {
    const stream = new LiveStream(clock)
    const { drawdowns, silences, addresses, terminals } = composeRiskWatch({
      store,
      applications: registry,
      stream,
      clock,
      log,
      utcOffset,
    })
    const devices = new RehearsedRegistry(grounds.devices)
    const { logins, guesses, notifications, pace } = grounds.memory
    return composeRuntime({
      ...grounds,
      store,
      devices,
      commands: new CommandLifecycle({
        store,
        registry: devices,
        clock,
        log,
        rearms: () => false,
        record: () => Promise.resolve(),
        announce: () => undefined,
      }),
      // Nobody flushes these two.
      writeBehind: new WriteBehind(telemetry, log),
      journal: new CodeJournal(telemetry, log),
      stream,
      drawdowns,
      silences,
      addresses,
      terminals,
      passwords,
      credentials,
      messenger: {
        allows: (base) => grounds.messenger.allows(base),
        // As if the service took it: its answer can't be known before.
        send: ({ base }) => Promise.resolve(grounds.messenger.allows(base) ? 'sent' : { failed: 'base' }),
      },
      pause: () => Promise.resolve(),
      memory: {
        logins: remembered(logins, passwords),
        guesses: guesses.fork(),
        notifications: notifications.fork(),
        pace: pace.fork(),
      },
      log,
    })
  }
}

function remembered(logins: LoginMemory, passwords: PreviewPasswords): LoginMemory {
  const { verified, failures } = logins.fork()
  return new LoginMemory(passwords.guard(verified), failures)
}

/** A rehearsal is not logged as a call; an error inside it is logged. */
function quiet(log: Log): Log {
  return {
    info: () => undefined,
    warn: () => undefined,
    error: (...said) => {
      log.error(...said)
    },
  }
}
