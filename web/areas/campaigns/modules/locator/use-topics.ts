import { listTopics, type TopicRow } from '#contract/campaigns/topics.ts'
import { useCall } from '../../../../api/hooks.ts'
import { useLanguage } from '../../../../i18n/texts.tsx'

type Options = { group: string; items: { value: string; label: string }[] }[]

/** Topics in the user's language, by group; undefined until loaded. */
export function useTopics(): { options: Options | undefined; nameOf: (id: string) => string } {
  const isArabic = useLanguage() === 'ar'
  const topics = useCall(listTopics, {}).data?.data
  const nameOf = (topic: TopicRow): string => (isArabic ? topic.name_ar : topic.name)
  const groups = new Map<string, { value: string; label: string }[]>()
  for (const topic of topics ?? []) {
    const group = isArabic ? topic.group_ar : topic.group
    groups.set(group, [...(groups.get(group) ?? []), { value: topic.id, label: nameOf(topic) }])
  }
  return {
    options: topics && [...groups].map(([group, items]) => ({ group, items })),
    nameOf: (id) => {
      const topic = topics?.find((each) => each.id === id)
      return topic ? nameOf(topic) : id
    },
  }
}
