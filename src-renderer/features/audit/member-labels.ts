const APPLICATION = 'application'

/**
 * The messages that together name a member of an audited record, `mt5.enabled`: one of the whole path, or one for each part.
 * undefined: no message names it. Members of an application are called as its settings are.
 */
export function memberLabelKeys(
  kind: string,
  path: string,
  exists: (key: string) => boolean,
): readonly string[] | undefined {
  const whole = path.replaceAll('.', '_')
  const named = [...(kind === APPLICATION ? [`applications.setting.${whole}`] : []), `fields.${whole}`]
  const first = named.find(exists)
  if (first !== undefined) return [first]
  const parts = path.split('.').map((part) => `fields.${part}`)
  return parts.every(exists) ? parts : undefined
}
