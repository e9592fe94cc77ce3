import type { TopicRow } from '#contract/campaigns/topics.ts'
import { topics } from '#server/areas/identity/topics/topics.ts'

/** The topics that campaigns can target, by group. */
export const listTopics = (): TopicRow[] =>
  topics
    .filter(({ isSensitive }) => !isSensitive)
    .map(({ id, name, nameArabic, group, groupArabic, seeds }) => ({
      id,
      name,
      name_ar: nameArabic,
      group,
      group_ar: groupArabic,
      keywords: [...seeds],
    }))
