import {
  ALERT_LEVELS,
  CHANNEL_SECRETS,
  FIELDS_OF_CHANNEL,
  type AlertLevel,
  type ChannelConfig,
  type ChannelField,
  type ChannelKind,
  type ChannelSecret,
} from '../../contract/channel-names.ts'

/** A way in which alerts reach a person. Times are Unix seconds. */
export interface Channel {
  readonly id: number
  readonly personId: number
  readonly kind: ChannelKind
  readonly name: string
  readonly config: ChannelConfig
  /** The mildest level of alerts that it gets. */
  readonly minLevel: AlertLevel
  readonly enabled: boolean
  /** The time of the last test or check. */
  readonly checkedAt: number | null
  /** The failure of the last test or check. Empty where nothing failed. */
  readonly lastError: string
  readonly createdAt: number
  /** The secrets can't be opened at the moment. */
  readonly locked?: true
}

/** Whether a channel gets an alert of this level. */
export function takes(
  { enabled, minLevel }: Pick<Channel, 'enabled' | 'minLevel'>,
  level: AlertLevel,
): boolean {
  return enabled && ALERT_LEVELS.indexOf(level) >= ALERT_LEVELS.indexOf(minLevel)
}

/** The fields of a kind as a person typed them. An empty secret keeps the one of `before`. */
export function fillConfig(
  kind: ChannelKind,
  typed: ChannelConfig,
  before: ChannelConfig = {},
): ChannelConfig {
  const config: ChannelConfig = {}
  for (const { name } of FIELDS_OF_CHANNEL[kind]) {
    const given = typed[name]
    const kept = given === undefined || (given === '' && isSecret(name)) ? before[name] : given
    if (kept !== undefined && kept !== '') config[name] = kept
  }
  return config
}

/** The required fields that are empty. */
export function missingFields(kind: ChannelKind, config: ChannelConfig): ChannelField[] {
  return FIELDS_OF_CHANNEL[kind]
    .filter(({ name, optional }) => optional !== true && (config[name] ?? '') === '')
    .map(({ name }) => name)
}

export function secretsIn(config: ChannelConfig): ChannelSecret[] {
  return CHANNEL_SECRETS.filter((name) => (config[name] ?? '') !== '')
}

function isSecret(field: ChannelField): boolean {
  return CHANNEL_SECRETS.some((name) => name === field)
}
