import type { Store } from '../store/store.ts'

/** Says what can't be opened while the data is locked, and what to do, for the person who started the server. */
export async function describeLock(store: Pick<Store, 'read'>, keyFile: string): Promise<string> {
  const locked = await store.read(async (unit) => ({
    applications: (await unit.applications.all()).filter((application) => application.locked).length,
  }))
  return [
    `The stored keys and passwords are sealed by the key of another machine. ${locked.applications} of the applications can't be served: their calls are answered 171.`,
    'Also closed are the mail password, passwords of shared files and authenticators; recovery codes of sign-ins work. Codes, accounts, customers and settings are all here.',
    `To open them: enter the recovery key in the console (Platform, Health), or put the key of the other machine to ${keyFile} and start again, or stop the server and run: npm run cli -- rotate-keys --data DIR`,
    'With neither of the keys, these secrets are lost for good: npm run cli -- rotate-keys --data DIR --give-up makes new ones, which the programs need then.',
  ].join('\n')
}
