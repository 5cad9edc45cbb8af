import { proof, type HostileRow } from './row.ts'

const FOLDER = 'tests/integration/folder.test.ts'
const QUEUE = 'src-server/store/sqlite/writer-queue.test.ts'
const PROGRAM = 'tests/integration/hostile-program.test.ts'

/** The machine, its disk, its clock, its network, and the end of the program. */
export const ROWS_OF_FAULTS: readonly HostileRow[] = [
  {
    number: 57,
    thrown: 'kill -9 at any moment',
    answer: 'each acknowledged effect is there, and none twice',
    proofs: [
      proof('tests/faults/kill.test.ts', 'kill -9 under load, '),
      proof('tests/faults/sales-kill.test.ts', 'kill -9 while agents buy, refund and pay, '),
      proof('tests/faults/outbox-kill.test.ts', 'kill -9 in the middle of '),
      proof('tests/faults/restore.test.ts', 'kill -9 during a restore, '),
    ],
  },
  {
    number: 58,
    thrown: 'a power cut',
    answer: 'each durable change is there, and both databases open',
    proofs: [
      proof('tests/faults/power-loss.test.ts', 'a power loss under load, '),
      proof(
        'src-server/store/sqlite/write-ahead-log.test.ts',
        'is flushed once for all its units, and other commits are not',
        'is seen by nobody until it is flushed',
      ),
      proof(
        'src-server/store/sqlite/open.test.ts',
        'creates a file that it can open again, with the settings that durability needs',
      ),
    ],
  },
  {
    number: 59,
    thrown: 'a full disk, then space',
    answer: '500 that names the disk, reads go on, and writes continue without a restart',
    proofs: [
      proof('tests/faults/disk-faults.test.ts', '%s of the disk under load'),
      proof(QUEUE, 'reports a full disk, does none of the work, and continues once there is space'),
      proof(
        'src-server/store/sqlite/migrate.test.ts',
        'asks for space when the disk is full, and rolls back',
      ),
    ],
  },
  {
    number: 60,
    thrown: 'a database that is missing, empty, damaged, newer, or of another program',
    answer:
      'a refusal with advice, and never a new database over old data; a damaged page stops only its readers',
    proofs: [
      proof(
        'tests/faults/damaged-page.test.ts',
        'one damaged page at a time, ',
        'a start serves in spite of a damaged page',
      ),
      proof(
        'tests/faults/damaged-telemetry.test.ts',
        'telemetry that gets damaged while the server runs is set aside',
      ),
      proof(FOLDER, 'an unusable folder is refused with advice and left unchanged'),
      proof(
        'src-server/store/sqlite/open.test.ts',
        'refuses %s, says what to do, and leaves the file unchanged',
      ),
      proof('src-server/store/sqlite/migrate.test.ts', 'refuses newer data, and names the version it knows'),
    ],
  },
  {
    number: 61,
    thrown: 'a second server on the same folder',
    answer: 'a refusal that names the first process; the folder is free after its kill -9',
    proofs: [
      proof(FOLDER, 'when another process uses it: the refusal names the process'),
      proof('src-server/store/sqlite/lock.test.ts', 'lockDataFolder'),
    ],
  },
  {
    number: 62,
    thrown: "another program's lock on the database",
    answer: 'writes are asked to try again, pulses and reads go on, and all is well after the lock',
    proofs: [
      proof(
        'tests/faults/foreign-lock.test.ts',
        'a foreign write lock stops neither pulses nor reads',
        'a foreign lock of the telemetry file loses no pulse and stops nothing',
      ),
      proof(QUEUE, 'a failed commit fails each of its units, and the next one works'),
    ],
  },
  {
    number: 63,
    thrown: 'a clock that jumps by an hour or a day, and back',
    answer: 'no paid time is lost, and no job runs twice',
    proofs: [
      proof('src-server/domain/access/lockout.test.ts', 'a lock ends when the clock was set back'),
      proof(
        'src-server/copies/allowance.test.ts',
        'a clock that was set back ends the spans that began later than now',
      ),
      proof(
        'src-server/store/telemetry/passing-time.test.ts',
        'waits while a clock is briefly ahead, and is due on the right day',
      ),
      proof('src-server/domain/platform/backup-plan.test.ts', 'ignores a backup or a start recorded while'),
      proof('tests/integration/risk.test.ts', 'report a wrong clock with its difference'),
      proof(
        'tests/integration/clock-doubt.test.ts',
        'empties no recycle bin: with the right clock all codes are there',
      ),
    ],
  },
  {
    number: 64,
    thrown: 'a port in use, an ended certificate, a network that is gone, an hour of sleep',
    answer: 'named to the person, tried again, and the connection to the messenger comes back',
    proofs: [
      proof(FOLDER, 'refuse a password that is too short, and a port in use'),
      proof('tests/integration/platform.test.ts', 'refuses a port of another program and keeps the old one'),
      proof('tests/integration/certificate.test.ts', 'a certificate that is renewed in its files is served'),
      proof(
        'tests/integration/certificate-end.test.ts',
        'a certificate that ends within two weeks is a high risk',
      ),
      proof('src-server/entry/describe-failure.test.ts', '%o'),
      proof(
        'tests/integration/messenger-bridge-line.test.ts',
        'comes back after a drop',
        'is renewed when the machine wakes',
      ),
      proof('src-server/telemetry/silence-watch.test.ts', 'through sleep is no silence either'),
    ],
  },
  {
    number: 65,
    thrown: 'ten times the load that the machine bears',
    answer: 'a refusal for the excess, answers for the others, bounded memory, and calm afterwards',
    proofs: [
      proof('tests/faults/overload.test.ts', 'a flood of costly calls is refused beyond its share'),
      proof('src-server/http/unread-answers.test.ts', 'a client that does not read'),
      proof('tests/integration/check-before-work.test.ts', 'bodies under way'),
      proof(
        'tests/integration/userlogon.test.ts',
        'under endless unknown names make one address wait',
        'are granted, 60 of one account at once after the first, without hashing',
      ),
    ],
  },
  {
    number: 66,
    thrown: 'errors inside a handler, a chore or a thread',
    answer:
      '500 to that call, a line in the log, and the server goes on; it ends in order only after an error that nothing catches',
    proofs: [
      proof(
        'tests/faults/last-net.test.ts',
        'an error that nothing catches is logged',
        'a read error that nothing catches is contained',
      ),
      proof(
        'build/lint/guarded-callbacks.test.ts',
        'refuses callbacks of timers and events that are not guarded',
      ),
      proof(
        'src-server/ajax/selfservice/dispatch.test.ts',
        'is logged without what was asked, and answered 500',
      ),
      proof(
        'src-server/entry/schedule.test.ts',
        'one that %s is logged by name, runs again, and stops no other',
      ),
      proof(
        'src-server/store/sqlite/telemetry/store.test.ts',
        'replaces a thread that ends: no caller waits for ever, and later data is kept',
      ),
      proof(QUEUE, 'an effect that throws fails its own caller, not the queue'),
    ],
  },
  {
    number: 67,
    thrown: 'the end of the program: once, twice, by the system, beside a slow client',
    answer: 'it ends with 0 within 5 s, and the last pulse is on disk',
    proofs: [
      proof(PROGRAM, 'ends once within 5 s after several signals'),
      proof(FOLDER, 'make the folder, print one ready line, and end with 0 within 5 s after SIGTERM'),
      proof('tests/integration/program.test.ts', 'ends properly when its terminal is closed'),
      proof('src-main/quit.test.ts', 'asks nothing when the session ends'),
    ],
  },
]
