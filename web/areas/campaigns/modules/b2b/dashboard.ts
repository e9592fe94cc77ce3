import { lazyPart } from '../../../../start/lazy/lazy-part.ts'

export const Dashboard = lazyPart(async () => (await import('./surge-card.tsx')).OwnSurgeCard)
