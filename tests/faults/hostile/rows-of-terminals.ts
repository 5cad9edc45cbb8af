import { proof, type HostileRow } from './row.ts'

const FIELDS = 'tests/integration/hostile-fields.test.ts'
const SCENARIOS = 'tests/conformance/scenarios.test.ts'
const MT5 = 'tests/integration/mt5.test.ts'
const BIND = 'tests/integration/mt5messenger-bind.test.ts'
const NOTIFY = 'tests/integration/mt5notify.test.ts'
const FEISHU = 'tests/integration/feishu-messenger.test.ts'
const SAMPLE = 'tests/integration/automaticsample.test.ts'
const LINKS = 'tests/integration/link-resolver.test.ts'

/** MT5 terminals, the messenger, kits, addresses that others name, and mails. */
export const ROWS_OF_TERMINALS: readonly HostileRow[] = [
  {
    number: 36,
    thrown: 'figures of a pulse that are no number, infinite, beyond all accounts, or grouped',
    answer: 'stored as no value, the other figures count, and every answer is JSON',
    proofs: [
      proof(FIELDS, 'equity %j is stored as %j'),
      proof(MT5, 'stores reported numbers and drops invalid ones'),
      proof('src-server/domain/device/read-number.test.ts', 'gives only finite numbers in range, or NaN'),
    ],
    because: 'docs/protocol.md 8: a comma before three digits groups them, so "1,000" is a thousand.',
  },
  {
    number: 37,
    thrown: 'account keys with two separators, of 10 KB, with blanks, look-alike letters or another case',
    answer: '404, and never a second trading account; blanks around number and server go',
    proofs: [
      proof(
        FIELDS,
        '%s is not the trading account 5001@Alpha',
        '%j is the trading account 5002@Alpha without the blanks around number and server',
        'makes no trial',
      ),
      proof(MT5, 'never makes a trial of %s'),
      proof('tests/integration/stranger-limits.test.ts', 'an account gets one, whatever the look-alike'),
      proof('src-server/domain/device/account-key.test.ts', 'distinguishes case and look-alikes'),
    ],
  },
  {
    number: 38,
    thrown: 'fifty pulses at once while an order to close everything waits',
    answer: 'one of them gets the order, and the order keeps the address of that pulse',
    proofs: [
      proof('tests/fuzz/parallel.test.ts', 'deliver a close_all to one of fifty pulses'),
      proof('tests/integration/close-all.test.ts', 'goes from requested to delivered, to one of 50'),
      proof('tests/integration/hostile.test.ts', "leave the caller's address known"),
    ],
  },
  {
    number: 39,
    thrown: 'pulses of disabled, ended and unknown trading accounts',
    answer: 'all flags 0, nothing stored, and a waiting order stays',
    proofs: [
      proof(
        MT5,
        '%s: is refused with all flags 0',
        "%s: is refused, stores nothing, and doesn't hand out a waiting command",
      ),
    ],
  },
  {
    number: 40,
    thrown: 'messages of a megabyte, to everybody, of half characters, of blanks',
    answer: 'cut at 4000 characters, defused, whole characters only; 401 for blanks; 413 over the limit',
    proofs: [
      proof(NOTIFY, 'is cut after 4000 characters, none of them in half', 'answers 401 without a text (%j)'),
      proof(FEISHU, 'defuses mentions: %s'),
      proof(SCENARIOS, 'a text over 4000 characters is cut, not refused', 'a body over 64 KiB is refused'),
    ],
  },
  {
    number: 41,
    thrown: 'many guesses of the secret of the bridge to the messenger',
    answer: '403, then a wait for the address and for the application',
    proofs: [
      proof(
        BIND,
        'make an address wait ten minutes after ten wrong ones, even with the right secret',
        'answers 403 to the secret %s and binds nothing',
      ),
      proof('src-server/services/messenger/bind-guesses.test.ts', 'a hundred wrong secrets'),
    ],
  },
  {
    number: 42,
    thrown: 'a bind code twice at once, at its last second, and of another application',
    answer: 'one binding; 410 from the 600th second on; 404',
    proofs: [
      proof(
        BIND,
        'answers 404 to a used code, and binds once in ten simultaneous calls',
        "answers 410 after the code's time",
        'is expired at its 600th second',
        "answers 404 to an unknown code and to another application's",
      ),
    ],
  },
  {
    number: 43,
    thrown: 'open_ids in capitals, without a name, of 60 KB',
    answer: '401, and nothing is bound',
    proofs: [
      proof(FIELDS, '%j binds nothing', 'of 60 KB binds nothing'),
      proof(BIND, 'answers 401 to open_id %j'),
    ],
  },
  {
    number: 44,
    thrown: 'a messenger that hangs, fails, throttles, forgets its token or answers another format',
    answer: '502 within ten seconds, and no pulse waits',
    proofs: [
      proof(
        'tests/integration/hostile-requests.test.ts',
        'keeps its own call waiting, and no pulse and no login',
      ),
      proof(
        NOTIFY,
        'answers 502 when the messenger answers with %s',
        'answers 502 when the messenger refuses the recipient or the credentials',
      ),
      proof(FEISHU, 'gives up when the service hangs, at the token or at the message'),
      proof('tests/integration/deliveries.test.ts', 'a bot that hangs delays no other bot'),
    ],
  },
  {
    number: 45,
    thrown: 'a path as the type of a kit, and names and keys that are code',
    answer: 'a refusal as JSON; values are literals, and the names in the archive are fixed',
    proofs: [
      proof(SAMPLE, 'refusals are JSON', 'is never a Host such as %j'),
      proof(
        'src-server/kits/literals.test.ts',
        'reads every text unchanged',
        'MQL reads every text unchanged',
        'has hostile values in its literals alone',
        'is a program of its language with hostile values',
      ),
      proof('src-server/kits/zip.test.ts', 'refuses the name %j'),
    ],
  },
  {
    number: 46,
    thrown: 'update addresses inside the own network, in any spelling, by name, by redirect, without an end',
    answer: 'not fetched: the saved address is given out, with the reason for the operator',
    proofs: [
      proof(
        LINKS,
        'addresses that the resolver never calls',
        '%s, password %j: %s',
        'times out when the page hangs',
      ),
      proof('src-server/outbound/links/address-guard.test.ts', '%s is not public'),
      proof('tests/integration/files.test.ts', 'that leads nowhere is stored with the reason'),
      proof('tests/integration/getfile.test.ts', 'does not follow a shared link to %s'),
    ],
  },
  {
    number: 47,
    thrown: 'violation reports with line breaks, in great number, and without a mail server',
    answer: 'no header of their own, five mails an hour, an answer that waits for no mail server',
    proofs: [
      proof(
        'tests/integration/violationsinfo.test.ts',
        'is five mails an hour for an application',
        'is answered with nothing, and is mailed to the owner of the application',
        'answers 165 until there is a mail server',
      ),
      proof(
        'src-server/domain/outbox/violation-mail.test.ts',
        'an application name with line breaks begins no other header',
      ),
      proof('tests/integration/smtp-mailer.test.ts', 'goes to nobody else: %s', 'include an absent server'),
      proof('tests/integration/notices-daily.test.ts', 'waits as a mail for a mail server that is down'),
    ],
  },
]
