import { describe, expect, it } from 'vitest'
import { modules } from '#contract/campaigns/modules.ts'
import { costField, costKindsOf, type ShownCost } from '#contract/pricing/cost.ts'
import { paymentTerms } from '#contract/companies/selections.ts'
import { termSuffixes } from './cost-texts.ts'
import { changesOf, floorOf, normalizedCost, valuesOf } from './cost-values.ts'
import { fieldsOfLines, retailLines } from './retail-cost.tsx'

const costOf = (dollars: number): ShownCost =>
  Object.fromEntries(
    paymentTerms.map((term) => [
      term,
      Object.fromEntries(modules.flatMap((one) => costKindsOf(one).map((kind) => [costField(one, kind), dollars]))),
    ]),
  ) as ShownCost

describe('the prices of the cost dialog', () => {
  it('R223: are formatted when their field loses focus, to cents or to four decimals; nothing becomes 0, and a finer price stays', () => {
    expect(['', '.', '5', '.5', '1.239', '1.23999', '12.'].map((text) => normalizedCost('platformFee', text))).toEqual([
      '0.00',
      '0.00',
      '5.00',
      '0.50',
      '1.239',
      '1.23999',
      '12.00',
    ])
    expect(['', '0.5', '0.12345'].map((text) => normalizedCost('leadPrice', text))).toEqual(['0.00', '0.50', '0.12345'])
    expect(valuesOf(costOf(0)).Weekly.B2bPlatformFee).toBe('0.00')
  })

  it('are saved if they differ from the stored ones', () => {
    const cost = costOf(1.5)
    const values = valuesOf(cost)
    expect(changesOf(cost, values)).toEqual([])
    values.OneTime.EnhanceMinCostMonth = '2'
    expect(changesOf(cost, values)).toEqual([
      {
        term: 'OneTime',
        module: 'enhance',
        kind: 'monthlyMinimum',
        field: 'EnhanceMinCostMonth',
        was: 1.5,
        becomes: 2,
      },
    ])
  })

  it('R224: have a minimum only for leads of Enhance and B2B', () => {
    const floor = { cost: costOf(3), of: 'enhance and b2b' } as const
    const floors = modules.map((module) => floorOf(floor, 'Weekly', module, 'leadPrice'))
    expect(floors).toEqual([null, null, 3, 3])
    expect(floorOf(floor, 'Weekly', 'b2b', 'platformFee')).toBeNull()
    expect(floorOf(null, 'Weekly', 'b2b', 'leadPrice')).toBeNull()
  })

  it('R224: of clients are at least what their agency pays for every lead', () => {
    const floor = { cost: costOf(3), of: 'every lead' } as const
    const floors = modules.map((module) => floorOf(floor, 'Weekly', module, 'leadPrice'))
    expect(floors).toEqual([3, 3, 3, 3])
    expect(floorOf(floor, 'Weekly', 'local', 'advancedLeadPrice')).toBe(3)
    expect(floorOf(floor, 'Weekly', 'local', 'monthlyMinimum')).toBeNull()
  })

  it('R222: are shown as due per week, per month, or once without a label', () => {
    expect(paymentTerms.map((term) => termSuffixes[term])).toEqual(['per week', 'per month', null, 'per month'])
  })
})

describe('changes of a client’s prices (C050)', () => {
  const change = (term: 'Weekly' | 'Monthly', module: 'local' | 'b2b', kind: 'leadPrice' | 'platformFee') => ({
    term,
    module,
    kind,
    field: costField(module, kind),
    was: 0,
    becomes: 2,
  })

  it('are sent as a line per product and term with the operation’s names, and errors are mapped back to their fields', () => {
    const lines = retailLines([
      change('Weekly', 'local', 'platformFee'),
      change('Weekly', 'local', 'leadPrice'),
      change('Monthly', 'b2b', 'leadPrice'),
    ])
    expect(lines).toEqual([
      { module: 'local', paymentTerm: 'Weekly', platformFee: 2, price: 2 },
      { module: 'b2b', paymentTerm: 'Monthly', b2bPrice: 2 },
    ])
    expect(fieldsOfLines(lines, { 'costs.1.b2bPrice': 'low', companyId: 'wrong' })).toEqual({
      'Monthly.B2bCostperlead': 'low',
      companyId: 'wrong',
    })
  })
})
