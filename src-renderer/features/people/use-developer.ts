import { ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ActionOutput } from '../../../src-server/contract/actions/index.ts'
import type { IssuedInvitation } from '../../../src-server/contract/records/person.ts'
import { call } from '../../api/console-client.ts'
import { useAttempt } from '../../kit/refusal/attempt.ts'
import { notify } from '../../ui/toast.ts'

type Developer = ActionOutput<'developer_get'>

export interface DeveloperPage {
  readonly developer: Readonly<ShallowRef<Developer | undefined>>
  readonly failure: Readonly<ShallowRef<unknown>>
  readonly busy: Readonly<Ref<boolean>>
  /** Changes each time the developer is read. */
  readonly version: Readonly<Ref<number>>
  /** A link that was just made: it is shown this once. */
  readonly link: ShallowRef<IssuedInvitation | undefined>
  readonly load: () => Promise<void>
  readonly freeze: (reason: string) => Promise<void>
  readonly ban: (reason: string, closeApps: boolean) => Promise<void>
  readonly unfreeze: () => Promise<void>
  readonly unban: () => Promise<void>
  readonly newLink: () => Promise<void>
  /** For a developer who lost their authenticator: the password alone signs them in afterwards. */
  readonly switchTotpOff: () => Promise<void>
  readonly revokeLink: () => Promise<void>
}

/** One developer, and the owner's acts on them. Freezing and banning throw, and their dialog shows the reason. */
export function useDeveloper(id: () => number): DeveloperPage {
  const { t } = useI18n()
  const { busy, attempt } = useAttempt()
  const developer = shallowRef<Developer>()
  const failure = shallowRef<unknown>()
  const link = shallowRef<IssuedInvitation>()
  const version = ref(0)

  async function load(): Promise<void> {
    const asked = id()
    try {
      const found = await call('developer_get', { id: asked })
      if (asked !== id()) return
      developer.value = found
      failure.value = undefined
      version.value++
    } catch (error) {
      if (asked === id()) failure.value = error
    }
  }
  /** An act without a dialog of its own. */
  async function act(run: () => Promise<string>): Promise<void> {
    await attempt(async () => {
      const said = await run()
      if (said !== '') notify.success(said)
      await load()
    })
  }
  const nameOf = () => developer.value?.name ?? ''

  watch(
    id,
    () => {
      developer.value = undefined
      void load()
    },
    { immediate: true },
  )
  return {
    developer,
    failure,
    busy,
    version,
    link,
    load,
    async freeze(reason) {
      await call('developer_freeze', { id: id(), reason })
      notify.success(t('people.freeze.done', { name: nameOf() }))
      await load()
    },
    async ban(reason, closeApps) {
      const { closed } = await call('developer_ban', { id: id(), reason, close_apps: closeApps })
      notify.success(
        closeApps
          ? t('people.ban.done_closed', { name: nameOf(), n: closed })
          : t('people.ban.done', { name: nameOf() }),
      )
      await load()
    },
    unfreeze: () =>
      act(async () => {
        await call('developer_unfreeze', { id: id() })
        return t('people.freeze.lifted', { name: nameOf() })
      }),
    unban: () =>
      act(async () => {
        const { opened } = await call('developer_unban', { id: id() })
        return opened > 0
          ? t('people.ban.lifted_opened', { name: nameOf(), n: opened })
          : t('people.ban.lifted', { name: nameOf() })
      }),
    newLink: () =>
      act(async () => {
        link.value = await call('developer_password_reset', { id: id() })
        return ''
      }),
    switchTotpOff: () =>
      act(async () => {
        await call('totp_off', { operator: id() })
        return t('people.totp.done', { name: nameOf() })
      }),
    revokeLink: () =>
      act(async () => {
        const open = developer.value?.invitation?.id
        if (open !== undefined) await call('invitation_revoke', { id: open })
        return t('people.link.revoked')
      }),
  }
}
