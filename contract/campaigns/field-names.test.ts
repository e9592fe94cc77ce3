import { expect, it } from 'vitest'
import { developerFieldOf } from './developer-codec.ts'
import { plainFieldOf, wireFieldOf } from './field-names.ts'

it('names missing campaign fields as the calling operation spells them', () => {
  expect(wireFieldOf('endDate')).toBe('enddatecampaign')
  expect(plainFieldOf('enddatecampaign')).toBe('endDate')
  for (const field of ['state', 'profilematch']) expect(wireFieldOf(field)).toBe(field)
  // The developer API renames some fields; the others keep the names of the product's own calls.
  expect(['endDate', 'enddatecampaign', 'price', 'state'].map(developerFieldOf)).toEqual([
    'end_date',
    'end_date',
    'CostSet',
    'state',
  ])
})
