const DOORS = 'listeners, certificates, the router and the dynamic name belong to the machine of one copy'

/** Test files that have nothing to say about two copies, each with the reason. Paths are below tests/. */
export const LEFT_OUT_FILES: Readonly<Record<string, string>> = {
  'integration/bring-*.test.ts': 'the file of another system is on the machine of one copy',
  'integration/copies/*.test.ts': 'they start two copies themselves, and say which one gets a call',
  'integration/backups.test.ts': 'backups and restores of the data folder are for a server of one copy',
  'integration/https-acme.test.ts': DOORS,
  'integration/https-authority.test.ts': DOORS,
  'integration/https-files.test.ts': DOORS,
  'integration/certificate.test.ts': DOORS,
  'integration/certificate-end.test.ts': DOORS,
  'integration/reach/*.test.ts': DOORS,
  'conformance/brought-cases.test.ts': 'the file of another system is on the machine of one copy',
  'integration/console-port.test.ts': DOORS,
  'integration/move*.test.ts': 'a move takes the data folder from below one copy',
  'integration/platform.test.ts': DOORS,
  'integration/sealed-secrets.test.ts': 'a restore replaces the files below one copy',
}

const LATE =
  'the telemetry thread of one process takes pulses in the order of time, and the test passes minutes between two pulses'

const LATER_COUNT = 'a copy learns a quarter of a second later what the other one counts'

const PROCESS = 'the figures and the troubles are those of one process'

/** Single tests that two copies can't pass, as `file > describe > test`, each with the reason. */
export const LEFT_OUT_TESTS: Readonly<Record<string, string>> = {
  'integration/licence-modes.test.ts > VIP codes > move to each machine that logs in, without limit, and their history shows it':
    'the repeats of an event are one line where they come to one copy',
  'integration/replays.test.ts > a restore > of a backup from before the call keeps the memory':
    'a restore replaces the files below one copy',
  'integration/code-history.test.ts > the history of a code > lists binding, logins, refusals and unbinding, and joins repeats into one line':
    'the repeats of an event are one line where they come to one copy',
  'integration/replies.test.ts > ini > counts calls that passed the guards and no others, and the count survives a restart':
    LATER_COUNT,
  'integration/documents/examples.test.ts > the examples of docs/endpoints.md, in their order > ini 1 is answered as shown':
    LATER_COUNT,
  'integration/clock-doubt.test.ts > a doubted clock > is trusted after an hour in which signed calls from two addresses carry its time':
    'each copy has its own clock, which the callers of that copy confirm',
  "integration/health-history.test.ts > the server's state over time > has calls, the process, the disk and who is online, a minute each":
    'a sample is about the process of the steward',
  'integration/backup-risk.test.ts > a failed backup is a high risk until a later backup succeeds':
    'backups of the data folder are for a server of one copy',
  'integration/performance.test.ts > the figures of an account > equal an independent replay of the raw stream, in every period':
    LATE,
  'integration/performance.test.ts > the figures of an account > of an own range are those of its days': LATE,
  'integration/performance.test.ts > the exported history > has each day once, with its profit in plain form':
    LATE,
  'integration/compression.test.ts > a long answer of the console > is compressed at the public door and under TLS':
    DOORS,
  'integration/console-checks.test.ts > the address of the client API in `me` > from outside is the address in use, with the scheme of a trusted proxy':
    DOORS,
  "integration/console-checks.test.ts > origin > the server's own origin is served":
    'the origin that the test names is that of one copy',
  'integration/kit-links.test.ts > a link to a kit > leads anybody to the kit, filled in, and is used up then':
    DOORS,
  'integration/public-address.test.ts > the public address > is a guess until the owner sets it': DOORS,
  'integration/self-service-calls.test.ts > names of actions > both kinds exist where the public listener serves the console':
    DOORS,
  'integration/monitoring.test.ts > /metrics > counts the answers by API and code': PROCESS,
  'integration/monitoring.test.ts > /metrics > adds no series for API names that callers make up': PROCESS,
  'integration/monitoring.test.ts > /healthz > is on the public listener only with the console, and keeps the reasons and figures to loopback':
    DOORS,
  'integration/monitoring.test.ts > /healthz > is degraded while backups fail': PROCESS,
  'integration/desktop.test.ts > moves its public listener when it starts with another port, and stays there':
    DOORS,
  'integration/plans.test.ts > a full plan > counts no accounts for strangers who ask for a trial':
    'the test counts the reads of one copy',
}

const JUMP =
  'minutes pass in a moment, so the steward loses its lease: it connects to the bot anew, and judges no pulse meanwhile'

const NO_STEWARD = 'a minute passes in a moment, so no copy is the steward when the sample is due'

/** Single tests that two copies on PostgreSQL can't pass, though two copies in one process on SQLite do. */
export const LEFT_OUT_TESTS_ON_POSTGRES: Readonly<Record<string, string>> = {
  'integration/messenger-bridge-line.test.ts > an impossible connection to the bot > waits and reconnects after three minutes when the service answers with noData':
    JUMP,
  'integration/messenger-bridge-line.test.ts > an impossible connection to the bot > waits and reconnects after three minutes when the service answers with busy':
    JUMP,
  'integration/messenger-bridge-line.test.ts > an impossible connection to the bot > waits and reconnects after three minutes when the service answers with down':
    JUMP,
  'integration/messenger-bridge-line.test.ts > an impossible connection to the bot > waits and reconnects after three minutes when the service answers with hang':
    JUMP,
  'integration/market-calendars.test.ts > a weekend > a market whose accounts move is learned, but not by one account among others':
    JUMP,
  'integration/market-calendars.test.ts > a weekend > silence counts there from then on, also after a restart':
    JUMP,
  'integration/market-calendars.test.ts > a weekend > an assigned symbol follows its group, whatever was learned':
    JUMP,
  'integration/rules-places.test.ts > a subject that time decides > silence, and the account is watched again when it is back':
    JUMP,
  "integration/risk.test.ts > a drawdown risk > appears once when a program reports with the other sign, and ends with the account's recovery":
    JUMP,
  "integration/risk.test.ts > a drawdown risk > appears once when a program reports with the other sign alone, and ends with the account's recovery":
    JUMP,
  "integration/risk.test.ts > a drawdown risk > appears once when a program reports not at all, and ends with the account's recovery":
    JUMP,
  "integration/risk.test.ts > a drawdown risk > appears once when a program reports as no number, and ends with the account's recovery":
    JUMP,
  "integration/risk.test.ts > a drawdown risk > appears once when a program reports smaller than it is, and ends with the account's recovery":
    JUMP,
  "integration/health-history.test.ts > the server's state over time > is in steps of the asked number, and steps of several minutes have their worst and their mean":
    NO_STEWARD,
  "integration/health-history.test.ts > the server's state over time > is kept for 30 days, also across a restart":
    NO_STEWARD,
}
