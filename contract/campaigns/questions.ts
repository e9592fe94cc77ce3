import { z } from 'zod'
import { id } from '../core/ids.ts'
import { sentences } from '../core/sentences.ts'
import { flag, line } from '../core/wire.ts'
import { modules } from './modules.ts'

export const mostQuestions = 30
export const mostChoices = 20
export const longestQuestion = 200
export const longestAnswer = 1000
const longestChoice = 100

/** What an agency asks whoever sets up a campaign; one without choices is answered in words. */
export const askedQuestions = z
  .array(
    z.strictObject({
      id: z
        .union([z.literal(''), id])
        .default('')
        .meta({ description: 'Empty for a new question.' }),
      leadspeekType: z.enum(['', ...modules]).meta({ description: 'Whose campaigns it is about; empty: all.' }),
      question: line(longestQuestion),
      choices: z.array(line(longestChoice)).max(mostChoices).default([]),
    }),
  )
  .max(mostQuestions)
  .refine((questions) => {
    const ids = questions.flatMap((question) => (question.id === '' ? [] : [question.id]))
    return new Set(ids).size === ids.length
  }, sentences.invalid)

export const shownQuestions = z.array(
  z.object({ id, leadspeekType: z.enum(['', ...modules]), question: z.string(), choices: z.array(z.string()) }),
)

/** Answers to them, by the id of the question; what is left out stays, an empty one takes an answer away. */
export const campaignAnswers = z
  .record(
    z.string().max(64),
    z
      .string()
      .trim()
      .max(longestAnswer)
      .regex(/^[^\p{Cc}]*$/u, sentences.controlCharacters),
  )
  .refine((answers) => Object.keys(answers).length <= 2 * mostQuestions, sentences.invalid)

/** The questions of a campaign: what is asked now, and what was answered and is asked no more. */
export const campaignQuestions = z.array(
  z.object({ id: z.string(), question: z.string(), choices: z.array(z.string()), is_asked: flag }),
)
