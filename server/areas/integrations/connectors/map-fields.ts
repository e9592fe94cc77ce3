import { leadFields, sendableFields, type IntegrationDetails, type LeadField } from '#contract/integrations/services.ts'
import type { SentLead } from './service.ts'

/** A service's names for the fields that it knows itself. */
export type FieldNames = Readonly<Partial<Record<string, string>>>

const isOfEveryLead = (field: string): field is LeadField => (leadFields as readonly string[]).includes(field)

/** A lead's field, its searches, or a kind of information that came with it, as text; empty if the lead lacks it. */
export function valueOf(lead: SentLead, field: string): string {
  if (field === 'searched_for') return (lead.searched_for ?? []).join(', ')
  return (isOfEveryLead(field) ? lead[field] : lead.information?.[field]) ?? ''
}

/** Any value of a message, for the preview. */
export function previewText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${String(one)}`)
    .join(', ')
}

/** Values for the client's mapped fields, or what stands for them. Empty ones are left out, so that nothing is overwritten with blanks. */
export const mappedFields = (lead: SentLead, details: IntegrationDetails): { target: string; value: string }[] =>
  (details.fields ?? [])
    .map(({ lead: field, target, fallback = '' }) => ({ target, value: valueOf(lead, field) || fallback }))
    .filter(({ value }) => value !== '')

/** Values for a service's standard fields, by the service's names; empty values are left out. */
export function ownFields(lead: SentLead, names: FieldNames): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const field of sendableFields) {
    const name = names[field]
    const value = valueOf(lead, field)
    if (name !== undefined && value !== '') fields[name] = value
  }
  return fields
}

/** As shown in the preview: standard fields first, then the client's mapped fields. */
export const previewOf = (
  lead: SentLead,
  details: IntegrationDetails,
  names: FieldNames,
): { target: string; value: string }[] => [
  ...Object.entries(ownFields(lead, names)).map(([target, value]) => ({ target, value })),
  ...mappedFields(lead, details),
]
