import { proof, type HostileRow } from './row.ts'

const CHECKS = 'tests/integration/console-checks.test.ts'
const SESSION = 'tests/integration/session.test.ts'
const SECURITY = 'tests/integration/security.test.ts'
const ACCESS = 'tests/integration/access.test.ts'
const REVIEW = 'tests/integration/requests-review.test.ts'

/** The console, the customers' page, and what people read there. */
export const ROWS_OF_THE_CONSOLE: readonly HostileRow[] = [
  {
    number: 48,
    thrown: 'markup in names, notes, contacts, reasons and symbols',
    answer: 'shown as text; the policy of the page is never violated',
    proofs: [
      proof(
        'tests/e2e/hostile-texts.test.ts',
        'texts of strangers are shown as texts: %s',
        "the site's name is shown as a text to customers",
      ),
      proof(CHECKS, 'content security policy of the console pages'),
    ],
  },
  {
    number: 49,
    thrown: 'cells of an export that a spreadsheet runs as a formula',
    answer: 'an apostrophe makes them texts',
    proofs: [
      proof('src-server/contract/csv.test.ts', 'writes %j as %j'),
      proof('tests/integration/code-export.test.ts', 'contains no spreadsheet formula'),
      proof('tests/integration/audit.test.ts', 'has no CSV cell that a spreadsheet runs as a formula'),
      proof('tests/integration/devices-transfer.test.ts', 'has the authorization and the last report'),
    ],
  },
  {
    number: 50,
    thrown: 'uploads that are drawings with scripts, pages, picture bombs, two formats in one',
    answer: 'refused, and nothing is stored',
    proofs: [
      proof('tests/integration/self-service-pictures.test.ts', 'any other upload is refused'),
      proof('tests/integration/platform.test.ts', '%s: refused'),
      proof(
        'src-server/domain/image/inspect.test.ts',
        '%s is no picture',
        'accepts up to 40 million pixels and 5 MB',
      ),
      proof('tests/fuzz/public.test.ts', 'an upload that is no picture is not stored'),
    ],
  },
  {
    number: 51,
    thrown: 'console calls from another site, with a wrong token, under a foreign host name',
    answer: '403 (421 for the host name), and nothing happens',
    proofs: [
      proof(CHECKS, 'CSRF token', 'origin'),
      proof('tests/integration/check-before-work.test.ts', 'before a body is read'),
      proof('src-server/ajax/console/origin.test.ts', 'isOwnOrigin'),
    ],
  },
  {
    number: 52,
    thrown:
      'a session after sign-out, another password, a ban, another role; a session that an attacker chose',
    answer: '401 at once, and the live stream ends',
    proofs: [
      proof(
        SESSION,
        'ends with logout, at once and for good',
        'ends at once when its operator is banned',
        "follows its operator's role",
        'never takes over a session that the browser sends',
      ),
      proof(
        SECURITY,
        'sets the new password and ends all other sessions',
        'take their live stream with them',
      ),
      proof('tests/integration/live-end.test.ts', 'a live stream ends at once'),
      proof('tests/integration/live-staff.test.ts', 'ends when the permission is taken away'),
    ],
  },
  {
    number: 53,
    thrown: "ids of other people's records in every action, by every role",
    answer: 'a refusal that shows nothing, and no change',
    proofs: [
      proof(
        ACCESS,
        '%s, %s: the role may call exactly the actions that the declarations list',
        '%s shows nothing of the target and changes nothing of it',
        'leaves the target as it was',
      ),
      proof('tests/integration/staff.test.ts', 'may do exactly what their permissions name'),
      proof('tests/integration/own-customers.test.ts', 'finds no other customer by filter'),
    ],
  },
  {
    number: 54,
    thrown: 'two decisions of one request at once, and an approval after a rejection',
    answer: 'one decision counts; the other person gets the name of the first',
    proofs: [
      proof(
        REVIEW,
        'one handles a %s, and the other gets the name',
        'one of an approval and a rejection wins',
      ),
      proof('tests/integration/requests.test.ts', 'leaves the code bound when rejected'),
    ],
  },
  {
    number: 55,
    thrown: 'false headers about the address of the client',
    answer: 'ignored, unless a named proxy sends them',
    proofs: [
      proof('tests/integration/hostile.test.ts', 'X-Forwarded-For is ignored'),
      proof('tests/integration/platform.test.ts', 'the source of calls'),
      proof(
        'src-server/http/client-address.test.ts',
        'by default trusts no header, and later none of a peer that isn’t a named proxy',
      ),
    ],
  },
  {
    number: 56,
    thrown: 'line breaks and terminal colours in codes, addresses and names of browsers',
    answer: 'one JSON object a line, without a control character',
    proofs: [
      proof(
        'tests/integration/hostile-program.test.ts',
        'writes one JSON object a line, whatever callers send',
      ),
      proof('src-server/entry/adapters/json-log.test.ts', 'writes one line an event'),
      proof('src-main/logs/redact.test.ts', 'hides the secret of %s'),
    ],
  },
]
