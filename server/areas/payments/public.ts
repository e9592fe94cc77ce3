export { removeCardJob } from './remove-card.ts'
