/** Test files that have nothing to say about two copies, each with the reason. Paths are below tests/. */
export const LEFT_OUT_FILES: Readonly<Record<string, string>> = {
  'integration/copies/*.test.ts': 'they start two copies themselves, and say which one gets a call',
}

/** Single tests that two copies can't pass, as `file > describe > test`, each with the reason. */
export const LEFT_OUT_TESTS: Readonly<Record<string, string>> = {}
