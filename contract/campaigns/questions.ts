import { z } from 'zod'
import { id } from '../core/ids.ts'
import { sentences } from '../core/sentences.ts'
import { flag, line } from '../core/wire.ts'
import { modules } from './modules.ts'

export const maxQuestions = 30
export const maxChoices = 20
export const longestQuestion = 200
export const longestAnswer = 1000
const longestChoice = 100

/** Questions of an agency for whoever sets up a campaign; those without choices are answered as free text. */
export const questionsToSave = z
  .array(
    z.strictObject({
      id: z
        .union([z.literal(''), id])
        .default('')
        .meta({ description: 'Empty for a new question.' }),
      leadspeekType: z
        .enum(['', ...modules])
        .meta({ description: 'Module of the campaigns it is about; empty for all.' }),
      question: line(longestQuestion),
      choices: z.array(line(longestChoice)).max(maxChoices).default([]),
    }),
  )
  .max(maxQuestions)
  .refine((questions) => {
    const ids = questions.flatMap((question) => (question.id === '' ? [] : [question.id]))
    return new Set(ids).size === ids.length
  }, sentences.invalid)

export const shownQuestions = z.array(
  z.object({ id, leadspeekType: z.enum(['', ...modules]), question: z.string(), choices: z.array(z.string()) }),
)

/** Answers by question id; omitted ones stay, an empty one removes the answer. */
export const campaignAnswers = z
  .record(
    z.string().max(64),
    z
      .string()
      .trim()
      .max(longestAnswer)
      .regex(/^[^\p{Cc}]*$/u, sentences.controlCharacters),
  )
  .refine((answers) => Object.keys(answers).length <= 2 * maxQuestions, sentences.invalid)

/** The questions of a campaign: current ones, and answered ones that are no longer asked. */
export const campaignQuestions = z.array(
  z.object({ id: z.string(), question: z.string(), choices: z.array(z.string()), is_asked: flag }),
)
