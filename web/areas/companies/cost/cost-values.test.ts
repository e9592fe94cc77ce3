import { describe, expect, it } from 'vitest'
import { modules } from '#contract/campaigns/modules.ts'
import { costField, costKindsOf, type ShownCost } from '#contract/pricing/cost.ts'
import { paymentTerms } from '#contract/tenants/selections.ts'
import { termSuffixes } from './cost-texts.ts'
import { changesOf, floorOf, leftCost, valuesOf } from './cost-values.ts'

const costOf = (dollars: number): ShownCost =>
  Object.fromEntries(
    paymentTerms.map((term) => [
      term,
      Object.fromEntries(modules.flatMap((one) => costKindsOf(one).map((kind) => [costField(one, kind), dollars]))),
    ]),
  ) as ShownCost

describe('the prices of the cost dialog', () => {
  it('R223: are formatted when their field is left, to cents or to four decimals; no number becomes 0', () => {
    expect(['', '.', '5', '.5', '1.239', '1.23999', '12.'].map((text) => leftCost('PlatformFee', text))).toEqual([
      '0.00',
      '0.00',
      '5.00',
      '0.50',
      '1.23',
      '1.23',
      '12.00',
    ])
    expect(['', '0.5', '0.12345'].map((text) => leftCost('Costperlead', text))).toEqual(['0.00', '0.50', '0.1234'])
    expect(valuesOf(costOf(0)).Weekly.B2bPlatformFee).toBe('0.00')
  })

  it('that differ from what is stored are what is saved', () => {
    const stored = costOf(1.5)
    const values = valuesOf(stored)
    expect(changesOf(stored, values)).toEqual([])
    values.OneTime.EnhanceMinCostMonth = '2'
    expect(changesOf(stored, values)).toEqual([
      { term: 'OneTime', module: 'enhance', kind: 'MinCostMonth', field: 'EnhanceMinCostMonth', was: 1.5, becomes: 2 },
    ])
  })

  it('R224: have a floor for leads of Enhance and B2B alone', () => {
    const floors = modules.map((module) => floorOf(costOf(3), 'Weekly', module, 'Costperlead'))
    expect(floors).toEqual([null, null, 3, 3])
    expect(floorOf(costOf(3), 'Weekly', 'b2b', 'PlatformFee')).toBeNull()
  })

  it('R222: are said to be due per week, per month, or once without a word', () => {
    expect(paymentTerms.map((term) => termSuffixes[term])).toEqual(['per week', 'per month', null, 'per month'])
  })
})
