import type { Module } from '#contract/campaigns/modules.ts'
import { sentences } from '#contract/core/sentences.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'

/** Answers, each with the question as it was worded then. */
export type Answers = Readonly<Record<string, { question: string; answer: string }>>

interface Question {
  id: string
  module: Module | ''
  question: string
  choices: readonly string[]
}

/** An agency's questions about campaigns of a module, in order. */
export async function readQuestions(tx: Tx, agencyId: string, module: Module): Promise<Question[]> {
  const { rows } = await tx.query<{ questions: Question[] }>(
    'select campaign_questions as questions from brand where company_id = $1',
    [agencyId],
  )
  return (rows[0]?.questions ?? []).filter((question) => question.module === '' || question.module === module)
}

interface ShownQuestion {
  id: string
  question: string
  choices: string[]
  is_asked: boolean
}

/** The current questions, followed by answered ones that are no longer asked. */
export function presentQuestions(questions: readonly Question[], answers: Answers = {}): ShownQuestion[] {
  const current = questions.map(({ id, question, choices }) => ({
    id,
    question,
    choices: [...choices],
    is_asked: true,
  }))
  const others = Object.entries(answers).filter(([id]) => !questions.some((question) => question.id === id))
  return [...current, ...others.map(([id, { question }]) => ({ id, question, choices: [], is_asked: false }))]
}

export const presentAnswers = (answers: Answers): Record<string, string> =>
  Object.fromEntries(Object.entries(answers).map(([id, { answer }]) => [id, answer]))

/**
 * The answers after an update. An unchanged answer is ignored, so that a whole form can be saved after a question was
 * changed or removed. Throws `invalid` for unknown questions and choices.
 */
export function applyAnswers(
  questions: readonly Question[],
  before: Answers,
  answers: Readonly<Record<string, string>> | undefined,
): Answers {
  const after = new Map(Object.entries(before))
  for (const [id, answer] of Object.entries(answers ?? {})) {
    if (answer === (before[id]?.answer ?? '')) continue
    if (answer === '') {
      after.delete(id)
      continue
    }
    const question = questions.find((question) => question.id === id)
    if (!question) throw invalid('answers', sentences.noSuchQuestion)
    if (question.choices.length > 0 && !question.choices.includes(answer))
      throw invalid('answers', sentences.chooseAnswer)
    after.set(id, { question: question.question, answer })
  }
  return Object.fromEntries(after)
}
