import { sensitiveTopics } from '#contract/privacy/sensitive-topics.ts'
import { homeAndCar } from './home-and-car.ts'
import { lifeAndLeisure } from './life-and-leisure.ts'
import { moneyAndWork } from './money-and-work.ts'

/** A topic that people are interested in. Names are in English and Arabic. */
export interface Topic {
  id: string
  name: string
  nameArabic: string
  group: string
  groupArabic: string
  /** What people search for when they are interested in it. */
  seeds: readonly string[]
  /** No one may target it. */
  isSensitive: boolean
}

const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

function readTopics(text: string, isSensitive: boolean): Topic[] {
  let [group, groupArabic] = ['', '']
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line): Topic[] => {
      const [name = '', nameArabic = '', seeds = ''] = line.split('|')
      if (name.startsWith('# ')) {
        ;[group, groupArabic] = [name.slice(2), nameArabic]
        return []
      }
      return [{ id: slugOf(name), name, nameArabic, group, groupArabic, seeds: seeds.split(','), isSensitive }]
    })
}

/**
 * The taxonomy, by group. Its Arabic names are not in `i18n/ar`, where the English text is the id: Running, a sport here, is
 * a state of a campaign there.
 */
export const topics: readonly Topic[] = [
  ...[homeAndCar, moneyAndWork, lifeAndLeisure].flatMap((text) => readTopics(text, false)),
  ...readTopics(sensitiveTopics, true),
]

const byId = new Map(topics.map((topic) => [topic.id, topic]))

/** The topics with these ids; unknown ids are left out. */
export const findTopics = (ids: readonly string[]): Topic[] => ids.flatMap((id) => byId.get(id) ?? [])
