const DOORS = 'listeners, certificates, the router and the dynamic name belong to the machine of one copy'

/** Test files that have nothing to say about two copies, each with the reason. Paths are below tests/. */
export const LEFT_OUT_FILES: Readonly<Record<string, string>> = {
  'integration/bring-*.test.ts': 'the file of another system is on the machine of one copy',
  'integration/copies/*.test.ts': 'they start two copies themselves, and say which one gets a call',
  'integration/backups.test.ts': 'backups and restores of the data folder are for a server of one copy',
  'integration/https-acme.test.ts': DOORS,
  'integration/https-files.test.ts': DOORS,
  'integration/certificate-end.test.ts': DOORS,
  'integration/reach/*.test.ts': DOORS,
}

const LATE =
  'the telemetry thread of one process takes pulses in the order of time, and the test passes minutes between two pulses'

/** Single tests that two copies can't pass, as `file > describe > test`, each with the reason. */
export const LEFT_OUT_TESTS: Readonly<Record<string, string>> = {
  'integration/licence-modes.test.ts > VIP codes > move to each machine that logs in, without limit, and their history shows it':
    'the repeats of an event are one line where they come to one copy',
  'integration/replays.test.ts > a restore > of a backup from before the call keeps the memory':
    'a restore replaces the files below one copy',
  'integration/code-history.test.ts > the history of a code > lists binding, logins, refusals and unbinding, and joins repeats into one line':
    'the repeats of an event are one line where they come to one copy',
  'integration/replies.test.ts > ini > counts calls that passed the guards and no others, and the count survives a restart':
    'a copy learns a quarter of a second later what the other one counts',
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
}
