import { proof, type HostileRow } from './row.ts'

const HOSTILE = 'tests/integration/hostile.test.ts'
const REQUESTS = 'tests/integration/hostile-requests.test.ts'
const FIELDS = 'tests/integration/hostile-fields.test.ts'
const GUARDS = 'tests/integration/guards.test.ts'
const SCENARIOS = 'tests/conformance/scenarios.test.ts'
const SLOW = 'tests/faults/slow-senders.test.ts'

/** The HTTP request itself: its parameters, its body, its head, its connection. */
export const ROWS_OF_REQUESTS: readonly HostileRow[] = [
  {
    number: 1,
    thrown: 'a call that names no application, or an empty one',
    answer: '100',
    proofs: [
      proof(GUARDS, '%j: answers %d in plain text, with a check over no key'),
      proof(SCENARIOS, 'app missing: not there', 'value is in the check of 100 and 101, which has no key'),
    ],
  },
  {
    number: 2,
    thrown: 'an application number that is text, negative, hexadecimal, a power, a fraction or has 24 digits',
    answer: '101, or 100 where PHP reads no number; leading digits count, and no number is rounded',
    proofs: [
      proof(
        GUARDS,
        '%j: answers %d in plain text, with a check over no key',
        '%s is served, as in the original',
      ),
      proof(SCENARIOS, 'app unknown: ', 'the leading digits are read as the number: '),
    ],
    because: 'docs/protocol.md 2: deployed clients send numbers that PHP reads by their leading digits.',
  },
  {
    number: 3,
    thrown: 'one parameter twice',
    answer: 'the last value counts everywhere, also for the signature',
    proofs: [
      proof(GUARDS, 'sign the decoded values, unknown parameters too, and the last of repeated ones'),
      proof(HOSTILE, '%s is served'),
      proof(SCENARIOS, 'a name twice counts once, with the last value in the first place'),
    ],
  },
  {
    number: 4,
    thrown: 'parameter names with brackets',
    answer: 'plain names that no endpoint knows, so the parameter is missing',
    proofs: [
      proof(FIELDS, '%s names no user account'),
      proof(HOSTILE, 'an array name is not the plain name'),
    ],
  },
  {
    number: 5,
    thrown: "names of an object's own members as parameter or as endpoint",
    answer: 'an ignored parameter, or 400',
    proofs: [proof(GUARDS, 'answers 400 for api %j'), proof(HOSTILE, '%s is served')],
  },
  {
    number: 6,
    thrown: 'an endpoint name that is a path, or an endpoint that does not exist',
    answer: '400',
    proofs: [proof(GUARDS, 'answers 400 for api %j'), proof(SCENARIOS, 'api ../../x is unknown, plain')],
  },
  {
    number: 7,
    thrown: 'a path as the sub-file of an endpoint',
    answer: '400, without a look at the file system',
    proofs: [proof(GUARDS, 'answers other=%s with %d')],
  },
  {
    number: 8,
    thrown: 'broken percent signs, broken and over-long UTF-8, a byte order mark',
    answer: 'read without loss, then judged by the field',
    proofs: [
      proof(HOSTILE, '%s is served'),
      proof(
        'src-server/wire/read-text.test.ts',
        'all byte strings of up to two bytes, and of three with a % or an escape, give different texts',
        'no text has U+FFFD or half a character, with %s first',
      ),
      proof('tests/fuzz/runtime.test.ts', 'any call gets one answer and breaks nothing'),
    ],
    because: 'docs/protocol.md 1: two byte strings never become one identity, so no byte is replaced.',
  },
  {
    number: 9,
    thrown: 'NUL bytes at the end of a body, as MQL5 programs send them',
    answer: 'the parameters before the first NUL',
    proofs: [proof(HOSTILE, '%s is served'), proof(SCENARIOS, 'a body: a NUL at the end')],
  },
  {
    number: 10,
    thrown: 'NUL and control characters inside names, codes and account keys',
    answer: "the refusal of the field, and nothing behind a body's NUL counts",
    proofs: [
      proof(
        FIELDS,
        '%j inside is refused by the field',
        'a NUL in the body ends the parameters, so nothing behind it counts',
      ),
    ],
    because: 'docs/protocol.md 1: the server drops a body from its first NUL on.',
  },
  {
    number: 11,
    thrown: 'bodies over the limit: announced, in chunks, without an end',
    answer: '413 with code 401, and the connection ends',
    proofs: [
      proof(
        HOSTILE,
        '65 KB announced: the server answers 413 with the envelope and closes the connection',
        '65 KB in chunks without an announcement: the server does the same',
      ),
      proof(REQUESTS, 'of any length gets 413, and the server stops reading: %s'),
      proof('tests/integration/check-before-work.test.ts', 'is not read to its end: %s'),
      proof(SCENARIOS, 'a body over 64 KiB is refused'),
    ],
  },
  {
    number: 12,
    thrown: 'thousands of parameters',
    answer: 'code 401 from the 201st on',
    proofs: [proof(HOSTILE, '%d parameters answer %d'), proof(SCENARIOS, '201 parameters in query and body')],
    because: 'docs/protocol.md 1: HTTP stays 200, because a terminal gives its program no other answer.',
  },
  {
    number: 13,
    thrown: 'a compressed body that is small on the wire and huge unpacked',
    answer: 'the server unpacks no body: no parameters at api.php, 415 at ajax.php',
    proofs: [
      proof(HOSTILE, 'a compressed body is not unpacked'),
      proof('tests/integration/check-before-work.test.ts', 'a packed body is refused'),
    ],
    because:
      'docs/protocol.md 1: api.php answers HTTP 200, because a terminal gives its program no other answer.',
  },
  {
    number: 14,
    thrown: 'GBK bodies, with and without a statement of their character set',
    answer: 'read as GBK where they are no UTF-8',
    proofs: [
      proof(HOSTILE, 'a form in GBK, percent-encoded or raw, is read', 'a form under %j is served'),
      proof(
        'tests/integration/parameter-bytes.test.ts',
        'of a GBK or UTF-8 client is accepted in mode %d, whatever it declares',
      ),
    ],
  },
  {
    number: 15,
    thrown: 'bodies of other types: multipart, plain text, JSON arrays, very deep JSON',
    answer: 'no parameters; those of the query count; no such body costs 20 ms',
    proofs: [
      proof(
        REQUESTS,
        'gives no parameters, and those of the query count: %s',
        'costs less than 20 ms of the processor: 60 KB of %s',
      ),
      proof(HOSTILE, '30,000 nested arrays as JSON, and a JSON array, are no parameters'),
    ],
  },
  {
    number: 16,
    thrown: 'huge headers, and hundreds of headers',
    answer: '431 for a head over 16 KB',
    proofs: [
      proof(REQUESTS, 'within 16 KB are accepted: %s', 'over 16 KB are refused with 431: %s'),
      proof(HOSTILE, 'an address of %d bytes answers 401'),
    ],
    because: 'docs/protocol.md 1: a line has up to 8 KB, so a head of 9 KB is still an honest one.',
  },
  {
    number: 17,
    thrown: 'clients that connect and say nothing, or send head or body byte by byte',
    answer: '408 after 10 s (head) or 20 s (request), while others are served',
    proofs: [
      proof(SLOW, 'gets 408 within its limit and delays nobody: %s'),
      proof(HOSTILE, 'a client with a slow head blocks nobody, and may leave in the middle'),
    ],
  },
  {
    number: 18,
    thrown: 'a thousand silent connections from one address',
    answer: '50 stay, and other addresses are served',
    proofs: [
      proof(SLOW, 'of %s silent connections of one address %s stay, and others are served'),
      proof(
        'src-server/http/connection-limit.test.ts',
        'closes an address’s surplus connections, and no other’s',
        'counts all addresses of an IPv6 /64 as one',
      ),
    ],
  },
  {
    number: 19,
    thrown: 'requests with two lengths, mixed line ends, without a host, as a TLS hello',
    answer: '400 and the end of the connection: nothing behind them is read as a request',
    proofs: [
      proof(HOSTILE, '%s: is refused with 4xx, and no second request is read from it'),
      proof(HOSTILE, 'bare line feeds are served: %s, twice on a connection'),
      proof('tests/integration/raw-bytes.test.ts', 'are no call: %s', 'are no call with bare line feeds: %s'),
      proof('tests/fuzz/listeners.test.ts', 'calls on one connection'),
      proof('tests/fuzz/pairing.test.ts', 'are the same as with node:http'),
    ],
    because:
      'docs/protocol.md 1: deployed clients end every line with a bare line feed, and some send a whole address.',
  },
  {
    number: 20,
    thrown: 'other methods than GET and POST',
    answer: '141, and nothing runs; OPTIONS allows any page and runs nothing',
    proofs: [
      proof(GUARDS, 'answers 141 for %s'),
      proof(HOSTILE, 'HEAD answers no body and changes nothing; TRACE and PUT are refused with the envelope'),
      proof(SCENARIOS, 'OPTIONS lets any page call'),
      proof(
        'tests/integration/self-service-calls.test.ts',
        'HEAD is refused as PUT is, without the text',
        '%s answers a preflight',
      ),
    ],
    because: 'docs/protocol.md 1: every endpoint may be called by pages of any origin.',
  },
]
