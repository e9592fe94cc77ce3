import { leadFields, type IntegrationDetails, type LeadField } from '#contract/integrations/services.ts'
import type { SentLead } from './service.ts'

/** A field of a lead as text; empty where the lead has none. */
export const valueOf = (lead: SentLead, field: LeadField): string => lead[field] ?? ''

/** What goes to fields of the client's own: only what the lead has, so that nothing there is emptied. */
export const mappedFields = (lead: SentLead, details: IntegrationDetails): { target: string; value: string }[] =>
  (details.fields ?? [])
    .map(({ lead: field, target }) => ({ target, value: valueOf(lead, field) }))
    .filter(({ value }) => value !== '')

/** A service's own fields of a lead, by their names there; what the lead does not have is left out. */
export function ownFields(lead: SentLead, names: Readonly<Partial<Record<LeadField, string>>>): Record<string, string> {
  const made: Record<string, string> = {}
  for (const field of leadFields) {
    const name = names[field]
    const value = valueOf(lead, field)
    if (name !== undefined && value !== '') made[name] = value
  }
  return made
}

/** As screens show it: own fields first, then those of the client's. */
export const previewOf = (
  lead: SentLead,
  details: IntegrationDetails,
  names: Readonly<Partial<Record<LeadField, string>>>,
): { target: string; value: string }[] => [
  ...Object.entries(ownFields(lead, names)).map(([target, value]) => ({ target, value })),
  ...mappedFields(lead, details),
]
