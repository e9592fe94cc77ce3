export type TimeZoneOption = { value: string; label: string }

/** Zones that most campaigns are in come first. */
const common = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

function offsetOf(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
}

/** All zones with their present offset; `also` is listed even where the browser does not name it. */
export function timeZoneOptions(also: string, at = new Date()): TimeZoneOption[] {
  const zones = new Set([...common, also, ...Intl.supportedValuesOf('timeZone')])
  return [...zones].map((zone) => ({ value: zone, label: `${zone.replaceAll('_', ' ')} (${offsetOf(zone, at)})` }))
}
