import type { Chapter } from './chapter.ts'

/** The handbook in Arabic. */
export const chapters = import.meta.glob<Chapter>('../../../docs/guide/*/*.ar.md', { eager: true, import: 'default' })
