import type { ReachFinding } from '../../../../src-server/contract/records/reach.ts'
import type { GroupForm, SettingsPage } from '../settings/settings-group.ts'

export const MAPPING_FORM: GroupForm<'router_mapping'> = {
  words: (name) => `reach.mapping.${name}`,
  fields: [
    { member: 'on', kind: 'switch' },
    {
      member: 'external_port',
      kind: 'number',
      min: 0,
      max: 65_535,
      word: 'port',
      disabled: (draft) => !draft.on,
    },
  ],
}

export const DYNAMIC_FORM: GroupForm<'dynamic_dns'> = { words: (name) => `reach.dynamic.${name}` }

/** The page of the settings where a person does what a finding asks for. */
export function placeOf({ check, state }: ReachFinding): SettingsPage | undefined {
  if (state === 'ok' || state === 'not_used') return undefined
  if (check === 'address') return 'site'
  return check === 'listener' || check === 'certificate' ? 'doors' : undefined
}
