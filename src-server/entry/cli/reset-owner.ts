import { passwordProblem } from '../../contract/password-rules.ts'
import { randomText } from '../../domain/application/create.ts'
import { audit, SERVER } from '../../services/platform/audit-trail.ts'
import { Passwords } from '../../services/session/passwords.ts'
import type { Store } from '../../store/store.ts'
import { CommandRefused, outcome, type Command, type CommandHost, type CommandOptions } from './command.ts'
import { openData, requireData, requireStopped, sealingOf } from './data.ts'

/** The length of a password that the command makes. */
const LENGTH = 20

/** Gives the owner another password, and ends their sessions. */
export const resetOwner: Command = async (options, host) => {
  const { folder, passwordStdin, removeTotp } = options
  requireData(folder)
  requireStopped(folder, 'While it runs: start it with --recover-owner, which prints an address for it.')
  const given = passwordStdin ? await host.askSecret('New password of the owner: ') : undefined
  const stores = await openData(folder, host, sealingOf(host))
  try {
    const password = given ?? randomText(host.random, LENGTH)
    const { name, ended } = await reset(stores.store, password, options, host)
    return outcome(
      0,
      [
        `The owner "${name}" has another password. ${ended} of their sessions were ended`,
        ...(removeTotp ? ['Their authenticator is removed'] : []),
        ...(given === undefined ? [`The password, shown only now: ${password}`] : []),
      ],
      { name, ended, totp_removed: removeTotp, ...(given === undefined && { password }) },
    )
  } finally {
    await stores.close()
  }
}

async function reset(
  store: Store,
  password: string,
  { removeTotp }: CommandOptions,
  { now }: CommandHost,
): Promise<{ name: string; ended: number }> {
  const owner = await store.read((unit) => unit.operators.owner())
  if (owner === undefined) throw new CommandRefused('There is no owner yet: start the server to set one up')
  const problem = passwordProblem(password, owner.name)
  if (problem !== undefined) throw new CommandRefused(`This password can't be used: ${problem}`)
  const passwordHash = await new Passwords().hash(password)
  const { id, name } = owner
  return store.write(
    async (unit) => {
      const totp = { totpSecret: '', totpConfirmedAt: null, totpLastStep: 0 }
      await unit.operators.update(id, { passwordHash, ...(removeTotp && totp) })
      if (removeTotp) await unit.recoveryCodes.replace(id, [])
      const ended = await unit.sessions.deleteOthers(id, '')
      await audit(unit, SERVER, now(), {
        action: 'owner_recover',
        subject: { kind: 'operator', id, label: name },
        after: { ended, ...(removeTotp && { totp: 'off' }) },
      })
      return { name, ended }
    },
    { durable: true },
  )
}
