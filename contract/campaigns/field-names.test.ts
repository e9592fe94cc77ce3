import { expect, it } from 'vitest'
import { developerFieldOf } from './developer-codec.ts'
import { plainFieldOf, wireFieldOf } from './field-names.ts'

it('tells what a campaign lacks by the names of the call that asks', () => {
  expect(wireFieldOf('endDate')).toBe('enddatecampaign')
  expect(plainFieldOf('enddatecampaign')).toBe('endDate')
  for (const untouched of ['state', 'profilematch']) expect(wireFieldOf(untouched)).toBe(untouched)
  // The developer API has names of its own; what it does not know is called as the product's own calls do.
  expect(['endDate', 'enddatecampaign', 'price', 'state'].map(developerFieldOf)).toEqual([
    'end_date',
    'end_date',
    'CostSet',
    'state',
  ])
})
