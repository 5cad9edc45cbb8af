const KILLED = 'the process that is killed serves a data folder; tests/scale kills copies on PostgreSQL'
const BACKUPS = 'backups and restores of the data folder are for a server on SQLite'
const COMMANDS = 'the commands work on a data folder'

/** Test files that have nothing to say about PostgreSQL, each with the reason. Paths are below tests/. */
export const SQLITE_FILES: Readonly<Record<string, string>> = {
  'fuzz/preview*.test.ts':
    "the world of these tests reads from SQLite's file whether a preview committed; PostgreSQL gives a number to rolled-back work too",
  'integration/backups.test.ts': BACKUPS,
  'integration/backup-risk.test.ts': BACKUPS,
  'integration/bring-*.test.ts': COMMANDS,
  'integration/business-plans.test.ts': "the plans are those of SQLite's planner",
  'integration/cli.test.ts': COMMANDS,
  'integration/cli-changes.test.ts': COMMANDS,
  'integration/damaged-data.test.ts': "the test damages a page of SQLite's file",
  'integration/folder.test.ts': 'what a data folder may look like is a matter of SQLite',
  'integration/*-kill.test.ts': KILLED,
  'integration/ledger-constraints.test.ts':
    'the statements and refusals are those of SQLite; tests/contract compares the constraints of both stores',
  'integration/ledger-property.test.ts':
    'tests/contract/ledger-property.test.ts does the same on both stores',
  'integration/lists.test.ts': "the plans are those of SQLite's planner",
  'integration/move*.test.ts': 'a move takes the data folder with it',
  'integration/outbox-counts.test.ts': 'the counts are a table of SQLite only',
  'integration/sealed-secrets.test.ts': BACKUPS,
  'integration/secrets-at-rest.test.ts': 'the test is about files of a data folder, and who may read them',
  'integration/upgrade.test.ts': 'no older version of this program used PostgreSQL',
}

/** Single tests that PostgreSQL can't pass, as `file > describe > test`, each with the reason. */
export const SQLITE_TESTS: Readonly<Record<string, string>> = {
  'integration/replays.test.ts > a restore > of a backup from before the call keeps the memory': BACKUPS,
  'integration/business.test.ts > the time before the server counted > is read from the records, as near as they say':
    'the test runs a migration of SQLite; no version on PostgreSQL was without these counts',
  'integration/audit-changes.test.ts > every action that changes something > backup_now writes its row':
    BACKUPS,
  'integration/audit-changes.test.ts > every action that changes something > backup_delete writes its row':
    BACKUPS,
  'integration/desktop.test.ts > copies the data before an update with its own action': BACKUPS,
  'integration/https-files.test.ts > HTTPS with files > shows the fingerprints in the doctor of the command line':
    COMMANDS,
  'integration/monitoring.test.ts > /healthz > is degraded while backups fail': BACKUPS,
  'integration/monitoring.test.ts > /metrics > shows when the newest backup was made': BACKUPS,
  'integration/licence-edits.test.ts > a permanent code that is disabled during its login changes nothing of an earlier code':
    'the test holds up the one writer of SQLite; on PostgreSQL the login is done before the code is disabled',
}
