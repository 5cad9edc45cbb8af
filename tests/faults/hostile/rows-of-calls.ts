import { proof, type HostileRow } from './row.ts'

const FIELDS = 'tests/integration/hostile-fields.test.ts'
const GUARDS = 'tests/integration/guards.test.ts'
const SCENARIOS = 'tests/conformance/scenarios.test.ts'
const PARALLEL = 'tests/fuzz/parallel.test.ts'
const CIPHERS = 'tests/integration/ciphers.test.ts'
const REPLAYS = 'tests/integration/replays.test.ts'
const RSA = 'src-server/wire/cipher/rsa-aes.test.ts'
const USERREG = 'tests/integration/userreg.test.ts'

/** Time, signature, encryption, licences and user accounts. */
export const ROWS_OF_CALLS: readonly HostileRow[] = [
  {
    number: 21,
    thrown: 'a time that is missing, old, far ahead, in milliseconds, or no number',
    answer: '108 where it is missing, 105 where it is outside the window or no number; milliseconds count',
    proofs: [
      proof(
        GUARDS,
        'check the time %s',
        'take a time in milliseconds or with decimals, and need no time with window 0',
      ),
      proof(SCENARIOS, 'no time', 'an empty time', 'NaN'),
    ],
    because: 'docs/protocol.md 3: a time may be 14 h ahead, because deployed clients send local time.',
  },
  {
    number: 22,
    thrown: 'a signature that is missing, cut, in capitals, or made over another order',
    answer: '104 or 106; capitals count; the comparison takes the same time for any difference',
    proofs: [
      proof(
        GUARDS,
        'check the signature first, then the time',
        'take the signature in either case, wherever it is in the query or body, and no shorter one',
        'sort by sign_order %s',
      ),
      proof('src-server/wire/equal.test.ts', 'finds only equal texts equal, whatever their length'),
    ],
  },
  {
    number: 23,
    thrown: 'one signed login twice within its time, also after a restart',
    answer: 'the same answer, and one use',
    proofs: [
      proof(SCENARIOS, 'a repeated signature gets the stored answer and takes no second use'),
      proof(REPLAYS, 'takes no second use, and gets the stored answer'),
      proof('tests/faults/replay-kill.test.ts', 'kill -9 under load, '),
      proof(
        'tests/integration/key-rotation.test.ts',
        'takes a signature once, whichever key the same login uses',
      ),
    ],
  },
  {
    number: 24,
    thrown: 'the bytes of a signed login, sent to unbind',
    answer: '106, and the binding stays',
    proofs: [
      proof(SCENARIOS, 'a repeated signature for another API gets 106'),
      proof(FIELDS, 'is refused for another API, and the binding stays'),
      proof(REPLAYS, 'is refused for another API: within the window, and 8 hours ahead of it'),
    ],
  },
  {
    number: 25,
    thrown: 'a value with separators, so that its signed text equals that of another request',
    answer: 'no grant, no use, no unbinding',
    proofs: [
      proof(FIELDS, 'gets no grant by the signature of another request, and the other request is granted'),
    ],
    because: 'The text names no existing code, so the call is refused by its fields, not by its characters.',
  },
  {
    number: 26,
    thrown: 'encrypted data that is cut, of odd length, of other characters, empty, huge, or opens to noise',
    answer: '107 or 401 at a cost below 5 ms; 413 for a body over the limit',
    proofs: [
      proof(CIPHERS, 'answers 107 without data and 401 for bad data, both encrypted'),
      proof(
        'tests/integration/encrypted.test.ts',
        'answers "no data" to unsigned garbage, and reads hex in capitals and with line breaks',
      ),
      proof('src-server/wire/cipher/index.test.ts', '64 KB of %s cost less than 5 ms'),
      proof('tests/fuzz/runtime.test.ts', 'any call gets one answer and breaks nothing'),
    ],
    because: 'docs/protocol.md 2: data without a readable signature inside is a call without a signature.',
  },
  {
    number: 27,
    thrown: 'RSA blocks of a wrong length, with flipped bits, of zero, beyond the modulus',
    answer: 'one answer for all of them, by the same work',
    proofs: [
      proof(CIPHERS, 'gives the same bytes for bad padding, good padding around no text, and a missing end'),
      proof(
        RSA,
        'undecodable: %s',
        '%s: the message stays hidden, and the same bytes give the same result',
        'the substitute has every length',
      ),
      proof(SCENARIOS, 'RSA: ffffffff (256) is undecodable like all else'),
    ],
  },
  {
    number: 28,
    thrown: 'plain parameters to an application that encrypts',
    answer: '107',
    proofs: [
      proof(
        'tests/integration/encrypted.test.ts',
        'takes data, signature, time, then the endpoint, and encrypts every answer',
      ),
      proof(SCENARIOS, 'mode 3: guards in their order'),
    ],
  },
  {
    number: 29,
    thrown: 'two hundred logins at once with one use left',
    answer: 'one grant',
    proofs: [
      proof(PARALLEL, 'grant one of two hundred logins when one use is left'),
      proof('tests/integration/kmlogon.test.ts', 'grant 100 of 150 logins for 100 uses'),
    ],
  },
  {
    number: 30,
    thrown: 'a new code on fifty machines at once',
    answer: 'one binding, and 150 for the others',
    proofs: [proof(PARALLEL, 'bind a new code to one of fifty machines')],
  },
  {
    number: 31,
    thrown: 'fifty registrations at once with one name, one QQ number or one address',
    answer: 'one user account; 115, 174 or 117 for the others',
    proofs: [
      proof(PARALLEL, 'fifty registrations at once make one account'),
      proof(USERREG, '50 of one name, qq and address make one account', '12 of %s make one account'),
    ],
  },
  {
    number: 32,
    thrown: 'texts that mean something in SQL, in a search, in a template or in the direction of writing',
    answer: 'stored and found as they are written, or refused',
    proofs: [
      proof(
        FIELDS,
        '%j is stored and found as it is written',
        'a search for %j finds only rows with this character',
      ),
      proof('tests/integration/lists.test.ts', "takes every character of the caller's text literally"),
      proof('tests/fuzz/runtime.test.ts', 'any call gets one answer and breaks nothing'),
      proof('tests/fuzz/public.test.ts', 'any input of a public action gets one answer and breaks nothing'),
    ],
  },
  {
    number: 33,
    thrown: 'names and passwords that are too short, too long, or of full-width letters',
    answer: '116 for the name, 119 for the password',
    proofs: [
      proof(USERREG, '%s: is refused'),
      proof('src-server/domain/account/register.test.ts', 'what a form may hold'),
    ],
  },
  {
    number: 34,
    thrown: "a request for the key of another developer's application",
    answer: 'code 200 with a refusal, and no key',
    proofs: [proof('tests/integration/getrc4.test.ts', 'getrc4 refuses with code 200 and a text')],
  },
  {
    number: 35,
    thrown: "six guesses of a developer's password, then the right one",
    answer: 'five refusals, then a wait that the right password does not end; other names go on',
    proofs: [
      proof(
        'tests/integration/developer-calls.test.ts',
        'five wrong passwords in a row lock the name here, and not for the person at this machine',
        'refuses missing, unknown and wrong credentials',
      ),
      proof(
        'tests/integration/session.test.ts',
        '%s: after five failures even the right password is refused until the wait is over',
        'doubles with each further failure, ends with a login, and concerns no other name',
      ),
      proof('tests/integration/sign-in-limits.test.ts', 'wrong passwords', 'the owner at this machine'),
    ],
    because: 'The specification, Errors: 122 names an unknown user account, 113 a wrong password.',
  },
]
