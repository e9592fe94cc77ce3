import { Box } from '@mantine/core'
import { questionChoices, readQuestionnaire, type Answers } from '#contract/people/questionnaire.ts'
import { useCall } from '../../../api/hooks.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { DetailList, type Detail } from '../../../shells/detail-list.tsx'
import { FormSection } from '../../../shells/form-page.tsx'
import { Bdi } from '../../../ui/bdi.tsx'

/** The questions, in display order. */
export const questions: Readonly<Record<keyof Answers, Text>> = {
  clients: msg('How many clients do you work for?'),
  begin_with: msg('What do you want to start with?'),
  industries: msg('In which industries are your clients?'),
  goal: msg('What do you want to achieve in the first three months?'),
  heard_from: msg('How did you hear of us?'),
}

/** The stored answers. */
export function AnswerList({ answers }: { answers: Answers }) {
  const t = useT()
  const valueOf = (key: keyof Answers): Detail['value'] => {
    if (key === 'clients') return t(questionChoices.clients[answers.clients])
    if (key === 'begin_with') return t(questionChoices.begin_with[answers.begin_with])
    return answers[key] ? <Bdi>{answers[key]}</Bdi> : null
  }
  const keys = Object.keys(questions) as (keyof Answers)[]
  return (
    <DetailList
      loading={false}
      items={keys.map((key) => ({ label: t(questions[key]), value: valueOf(key), wide: true }))}
    />
  )
}

/** Shown to the operator on an agency's page; hidden until the agency has answered. */
export function AgencyAnswers({ companyId }: { companyId: string }) {
  const t = useT()
  const data = useCall(readQuestionnaire, { params: { companyId } }).data?.data
  if (!data) return null
  return (
    <Box mt="xl">
      <FormSection title={t('Questionnaire')} description={t('The agency’s answers about its business.')}>
        <div data-wide>
          <AnswerList answers={data.answers} />
        </div>
      </FormSection>
    </Box>
  )
}
