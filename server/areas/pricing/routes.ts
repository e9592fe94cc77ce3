import { readRetailCost, setRetailCost } from '#contract/pricing/retail.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleReadRetailCost } from './read-retail.ts'
import { handleSetRetailCost } from './save-retail.ts'

export const routes: Route[] = [bind(setRetailCost, handleSetRetailCost), bind(readRetailCost, handleReadRetailCost)]
