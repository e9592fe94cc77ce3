import { expect, it } from 'vitest'
import { shownPrices } from './shown-prices.ts'

const prices = { clientPrice: 1.5, advancedPrice: 4, wholesalePrice: 0.5, priceMinimum: 0.5 }
const [plain, more] = [{ sendsInformation: false }, { sendsInformation: true }]
const noPrices = { wholesale: undefined, minimum: undefined }

it('prices are those that the form started with, until leads contain more or less data', () => {
  expect(shownPrices(plain, plain, prices)).toEqual({ ofClient: 1.5, wholesale: 0.5, minimum: 0.5 })
  expect(shownPrices(more, plain, prices)).toEqual({ ofClient: 4, ...noPrices })
  expect(shownPrices(plain, more, { ...prices, clientPrice: 4 })).toEqual({ ofClient: undefined, ...noPrices })
})
