import { expect, test } from 'vitest'
import { leadFields } from '#contract/integrations/services.ts'
import { leadEvent } from '#contract/integrations/lead-event.ts'
import { listDeveloperLeads } from '#contract/leads/developer-leads.ts'
import { leadRow } from '#contract/leads/lead.ts'
import { fileColumns } from './lead-fields.ts'

// Texts of a lead are one row (`contract/leads/lead-texts.ts`). Everything else has a type of its own in each place; here a field
// that one place lacks must be named, so that nobody forgets a place.

const places = {
  lists: Object.keys(leadRow.shape),
  files: fileColumns(false).map(({ name }) => name),
  api: Object.keys(listDeveloperLeads.answer.shape.data.element.shape),
  webhooks: Object.keys(leadEvent.shape.data.shape),
  services: leadFields as readonly string[],
}
type Place = keyof typeof places

/** What lists call it, by what another place does. */
const otherNames: Readonly<Partial<Record<Place, Readonly<Record<string, string>>>>> = {
  files: { client: 'company_name', campaign: 'campaignName', value: 'value_cents' },
  api: {
    client_id: 'company_id',
    client_name: 'company_name',
    campaign_id: 'leadspeek_api_id',
    campaign_name: 'campaignName',
    assignee_id: 'assignee',
  },
}

/** Fields that some places lack on purpose. */
const lacking: Readonly<Record<string, readonly Place[]>> = {
  id: ['files'],
  kind: ['services'],
  company_id: ['files', 'webhooks', 'services'],
  company_name: ['webhooks', 'services'],
  leadspeek_api_id: ['files', 'services'],
  match_key: ['services'],
  confidence: ['services'],
  retail_price: ['webhooks', 'services'],
  wholesale_price: ['api', 'webhooks', 'services'],
  converted_at: ['webhooks', 'services'],
  // Lists and pages show what it costs now; software reads credits from invoices.
  credit: ['files', 'api', 'webhooks', 'services'],
  // Changes after it was sent.
  status: ['webhooks', 'services'],
  assignee: ['webhooks', 'services'],
  value_cents: ['webhooks', 'services'],
  tags: ['webhooks', 'services'],
  next_action_date: ['lists', 'api', 'webhooks', 'services'],
  // They have a call of their own in the API, and a lead's page.
  notes: ['lists', 'api', 'webhooks', 'services'],
  // Its text is short-lived.
  next_action: ['files', 'api', 'webhooks', 'services'],
  // Read off the match.
  note: ['lists', 'api'],
  // A lead's page has them, and so has whatever was mapped at a service.
  searched_for: ['lists', 'services'],
  information: ['lists', 'services'],
}

const fieldsOf = (place: Place): string[] => places[place].map((name) => otherNames[place]?.[name] ?? name)

test.each(Object.keys(places) as Place[])('a field of a lead is in %s, unless they lack it on purpose', (place) => {
  const every = new Set((Object.keys(places) as Place[]).flatMap(fieldsOf))
  const missing = [...every].filter((field) => !fieldsOf(place).includes(field))
  const expectedFields = Object.keys(lacking).filter((field) => lacking[field]!.includes(place))
  expect(missing.toSorted()).toEqual(expectedFields.toSorted())
})

test('a client’s file has every column but the wholesale price', () => {
  expect(fileColumns(true).map(({ name }) => name)).toEqual(places.files.filter((name) => name !== 'wholesale_price'))
})
