import { lazyPart } from '../../../../app/lazy-part.ts'

export const Dashboard = lazyPart(async () => (await import('./surge-card.tsx')).OwnSurgeCard)
