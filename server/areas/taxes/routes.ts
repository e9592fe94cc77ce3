import {
  addTaxRate,
  listTaxRates,
  readTaxDetails,
  removeTaxRate,
  saveTaxDetails,
  saveTaxExemption,
} from '#contract/taxes/taxes.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleReadTaxDetails, handleSaveTaxDetails, handleSaveTaxExemption } from './details.ts'
import { handleAddTaxRate, handleListTaxRates, handleRemoveTaxRate } from './rates.ts'

export const routes: Route[] = [
  bind(listTaxRates, handleListTaxRates),
  bind(addTaxRate, handleAddTaxRate),
  bind(removeTaxRate, handleRemoveTaxRate),
  bind(readTaxDetails, handleReadTaxDetails),
  bind(saveTaxDetails, handleSaveTaxDetails),
  bind(saveTaxExemption, handleSaveTaxExemption),
]
