import type { ValueTexts } from '../value-texts.ts'

export const valueTexts: ValueTexts = {
  searchtopics: (id, { topicOf }) => topicOf(id),
}
