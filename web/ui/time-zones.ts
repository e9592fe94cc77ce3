export type TimeZoneOption = { value: string; label: string }

/** The most common zones, listed first. */
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

/** All zones with their current offset; always lists `also`, even if the browser does not know it. */
export function timeZoneOptions(also: string, at = new Date()): TimeZoneOption[] {
  const zones = new Set([...common, also, ...Intl.supportedValuesOf('timeZone')])
  return [...zones].map((zone) => ({ value: zone, label: `${zone.replaceAll('_', ' ')} (${offsetOf(zone, at)})` }))
}
