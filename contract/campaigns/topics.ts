import { z } from 'zod'
import { signedInEverywhere } from '../core/access.ts'
import { operation } from '../core/operation.ts'

const topic = z.object({
  id: z.string(),
  name: z.string(),
  name_ar: z.string(),
  group: z.string(),
  group_ar: z.string(),
  /** What interested people search for. */
  keywords: z.array(z.string()),
})
export type TopicRow = z.output<typeof topic>

export const listTopics = operation({
  id: 'own',
  name: 'listTopics',
  area: 'campaigns',
  method: 'GET',
  path: '/leadspeek/topic',
  summary: 'Lists the topics that Search ID campaigns can target, by group, without sensitive ones.',
  answer: z.object({ data: z.array(topic) }),
  access: signedInEverywhere,
})
