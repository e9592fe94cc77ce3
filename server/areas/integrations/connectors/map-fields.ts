import { leadFields, type IntegrationDetails, type LeadField } from '#contract/integrations/services.ts'
import type { SentLead } from './service.ts'

/** A lead's field as text; empty if the lead lacks it. */
export const valueOf = (lead: SentLead, field: LeadField): string => lead[field] ?? ''

/** Values for the client's mapped fields. Empty values are left out, so that nothing is overwritten with blanks. */
export const mappedFields = (lead: SentLead, details: IntegrationDetails): { target: string; value: string }[] =>
  (details.fields ?? [])
    .map(({ lead: field, target }) => ({ target, value: valueOf(lead, field) }))
    .filter(({ value }) => value !== '')

/** Values for a service's standard fields, by the service's names; empty values are left out. */
export function ownFields(lead: SentLead, names: Readonly<Partial<Record<LeadField, string>>>): Record<string, string> {
  const made: Record<string, string> = {}
  for (const field of leadFields) {
    const name = names[field]
    const value = valueOf(lead, field)
    if (name !== undefined && value !== '') made[name] = value
  }
  return made
}

/** As shown in the preview: standard fields first, then the client's mapped fields. */
export const previewOf = (
  lead: SentLead,
  details: IntegrationDetails,
  names: Readonly<Partial<Record<LeadField, string>>>,
): { target: string; value: string }[] => [
  ...Object.entries(ownFields(lead, names)).map(([target, value]) => ({ target, value })),
  ...mappedFields(lead, details),
]
