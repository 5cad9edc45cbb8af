/** UTC is no zone of a place, so that some browsers leave it out. */
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** All time zones, with the computer's own first, as the empty one. @param ofThisComputer the text for a zone's name */
export function zoneOptions(ofThisComputer: (zone: string) => string): { value: string; label: string }[] {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return [
    { value: '', label: ofThisComputer(own) },
    ...ZONES.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  ]
}
