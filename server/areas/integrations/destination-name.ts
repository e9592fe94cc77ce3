import type { DestinationRow } from '#contract/integrations/destinations.ts'
import { services } from '#contract/integrations/services.ts'

/** A destination as lists join it; nulls if there is none. */
export interface NamedDestination {
  destination_kind: DestinationRow['kind'] | null
  destination_url: string | null
}

/** What a destination is called where it did something: its service, or the host of its webhook. */
export function destinationName({ destination_kind: kind, destination_url: url }: NamedDestination): string | null {
  if (kind === null) return null
  if (url !== null) return new URL(url).host
  return kind === 'email' || kind === 'webhook' || kind === 'custom' ? 'Custom integration' : services[kind].name
}
