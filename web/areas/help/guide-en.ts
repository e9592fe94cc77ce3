import type { Chapter } from './chapter.ts'

/** The handbook in English: one file, because a search reads all of it. */
export const chapters = import.meta.glob<Chapter>(['../../../docs/guide/*/*.md', '!**/*.ar.md'], {
  eager: true,
  import: 'default',
})
