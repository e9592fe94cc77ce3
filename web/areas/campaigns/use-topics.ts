import { listTopics, type TopicRow } from '#contract/campaigns/topics.ts'
import { useCall } from '../../api/hooks.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import type { OptionsRead } from '../../shells/options-failure.tsx'

type Topics = {
  /** By group; undefined until loaded. */
  options: { group: string; items: { value: string; label: string }[] }[] | undefined
  query: OptionsRead
  nameOf: (id: string) => string
}

/** Topics in the user's language; until they are loaded, a topic's name is its id. */
export function useTopics(enabled = true): Topics {
  const isArabic = useLanguage() === 'ar'
  const query = useCall(listTopics, {}, { enabled })
  const topics = query.data?.data
  const nameOf = (topic: TopicRow): string => (isArabic ? topic.name_ar : topic.name)
  const groups = new Map<string, { value: string; label: string }[]>()
  for (const topic of topics ?? []) {
    const group = isArabic ? topic.group_ar : topic.group
    groups.set(group, [...(groups.get(group) ?? []), { value: topic.id, label: nameOf(topic) }])
  }
  return {
    query,
    options: topics && [...groups].map(([group, items]) => ({ group, items })),
    nameOf: (id) => {
      const topic = topics?.find((each) => each.id === id)
      return topic ? nameOf(topic) : id
    },
  }
}
