export { askCardRemoval, removeCardJob } from './remove-card.ts'
