import type { Tx } from '#server/platform/database/tx.ts'
import { demoId, pathOf } from './world.ts'

const agency = 'Acme Growth'

/** What the demo's agency asks about campaigns, and what one client has answered. */
const questions = [
  { key: 'worth', module: '', question: 'What is a new customer worth to you in a year?', choices: [] },
  {
    key: 'caller',
    module: '',
    question: 'Who calls new leads first?',
    choices: ['The owner', 'The front desk', 'A sales team'],
  },
  { key: 'pages', module: 'local', question: 'Which pages of the site matter most?', choices: [] },
] as const

const example = {
  campaign: ['Plumbright', 'Emergency plumbing site'],
  answers: { worth: 'About $900', caller: 'The front desk' },
} as const

const idOf = (key: string): string => demoId(`${agency} question ${key}`)

/** Runs after the campaigns, which the questions are about. */
export async function seedQuestions(tx: Tx): Promise<void> {
  const { agencyId } = pathOf(agency)
  const withIds = questions.map(({ key, ...question }) => ({ id: idOf(key), ...question }))
  await tx.query('update brand set campaign_questions = $2 where company_id = $1', [agencyId, JSON.stringify(withIds)])
  const answers = Object.entries(example.answers).map(([key, answer]) => [
    idOf(key),
    { question: questions.find((question) => question.key === key)!.question, answer },
  ])
  await tx.query('update campaign set answers = $3 where agency_id = $1 and id = $2', [
    agencyId,
    demoId(example.campaign.join(' ')),
    Object.fromEntries(answers),
  ])
}
