/** Test files that have nothing to say about two copies, each with the reason. Paths are below tests/. */
export const LEFT_OUT_FILES: Readonly<Record<string, string>> = {
  'integration/copies/*.test.ts': 'they start two copies themselves, and say which one gets a call',
}

/** Single tests that two copies can't pass, as `file > describe > test`, each with the reason. */
export const LEFT_OUT_TESTS: Readonly<Record<string, string>> = {
  'integration/code-history.test.ts > the history of a code > lists binding, logins, refusals and unbinding, and joins repeats into one line':
    'the repeats of an event are one line where they come to one copy',
  'integration/replies.test.ts > ini > counts calls that passed the guards and no others, and the count survives a restart':
    'a copy learns a quarter of a second later what the other one counts',
}
