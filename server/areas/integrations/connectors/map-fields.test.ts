import { expect, test } from 'vitest'
import { nameOfField, sendableFields } from '#contract/integrations/services.ts'
import { forLeadTexts } from '#contract/leads/lead-texts.ts'
import { mappedFields, ownFields, previewText, valueOf } from './map-fields.ts'
import type { SentLead } from './service.ts'

const lead: SentLead = {
  id: '0199a000-0000-7000-8000-000000000001',
  kind: 'lead',
  created_at: '2026-11-20T12:00:00.000Z',
  leadspeek_api_id: '0199a000-0000-7000-8000-000000000002',
  campaignName: 'Software firms',
  first_name: 'Ada',
  last_name: 'Lovelace',
  ...forLeadTexts(() => ''),
  email: 'ada@example.com',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  page_url: '',
  match_key: 'md5',
  confidence: 0.98,
  searched_for: ['roof repair', 'new roof'],
  information: { job_title: 'Buyer', company_name: 'Contoso' },
}

test('every field has a name of its own', () => {
  expect(new Set(sendableFields.map(nameOfField)).size).toBe(sendableFields.length)
})

test('a field of the lead and information that came with it are sent; what the lead lacks is left out', () => {
  const fieldNames = ['city', 'job_title', 'industry', 'note', 'searched_for']
  expect(fieldNames.map((field) => valueOf(lead, field))).toEqual(['Austin', 'Buyer', '', '', 'roof repair, new roof'])
  const fields = [
    { lead: 'job_title', target: 'w1' },
    { lead: 'industry', target: 'w2' },
  ]
  expect(mappedFields(lead, { fields })).toEqual([{ target: 'w1', value: 'Buyer' }])
  const names = { city: 'town', company_name: 'firm', industry: 'trade' }
  expect(ownFields(lead, names)).toEqual({ town: 'Austin', firm: 'Contoso' })
  const { information: _known, searched_for: _searches, ...plain } = lead
  expect(['job_title', 'searched_for'].map((field) => valueOf(plain, field))).toEqual(['', ''])
})

test('a mapped field that the lead lacks is sent as what stands for it', () => {
  const fields = [
    { lead: 'job_title', target: 'w1', fallback: 'Unknown' },
    { lead: 'industry', target: 'w2', fallback: 'Unknown' },
  ]
  expect(mappedFields(lead, { fields })).toEqual([
    { target: 'w1', value: 'Buyer' },
    { target: 'w2', value: 'Unknown' },
  ])
})

test.each([
  [null, ''],
  [['a', 'b'], 'a, b'],
  [{ job_title: 'Buyer', industry: 'Retail' }, 'job_title: Buyer, industry: Retail'],
  [0.98, '0.98'],
])('the preview shows %j as text', (value, text) => {
  expect(previewText(value)).toBe(text)
})
