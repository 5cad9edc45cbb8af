import { ConsoleClient } from '../../support/console-client.ts'
import { OWNER_PASSWORD, type TestServer } from '../../support/test-server.ts'

/** The owner at the first copy of a server, and at the second one, each with a session of its own. */
export async function signInAtBoth(
  { running, twin }: TestServer,
  password = OWNER_PASSWORD,
): Promise<readonly [ConsoleClient, ConsoleClient]> {
  const signIn = (url: string) => ConsoleClient.signIn(url, 'owner', password)
  return [await signIn(running.consoleUrl), await signIn(twin.consoleUrl)]
}
