export { readCost, readWholesalePrice } from './read-cost.ts'
export { saveCost } from './save-cost.ts'
