export { collectChargeJob } from './charges/collect-charge.ts'
export { reconcileChargesJob } from './charges/reconcile.ts'
export { askCardRemoval, removeCardJob, type StoredCard } from './cards/remove-card.ts'
