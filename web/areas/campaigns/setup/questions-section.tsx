import { Select, TextInput } from '@mantine/core'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { longestAnswer } from '#contract/campaigns/questions.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FormSection } from '../../../shells/form-page.tsx'
import type { SectionProps } from './section-props.ts'

type QuestionsSectionProps = SectionProps & { questions: CampaignDetail['questions'] }

/** The agency's questions about campaigns of this product; hidden if there are none. */
export function QuestionsSection({ form, questions }: QuestionsSectionProps) {
  const t = useT()
  const openQuestions = questions.filter((question) => question.is_asked)
  if (openQuestions.length === 0) return null
  return (
    <FormSection title={t('Questions')} description={t('Questions from your agency about this campaign.')}>
      {openQuestions.map(({ id, question, choices }) => {
        const answer = form.values.answers[id] ?? ''
        const answerWith = (text: string): void => form.setFieldValue('answers', { ...form.values.answers, [id]: text })
        // Also offer an earlier answer that is no longer among the choices.
        const words = answer === '' || choices.includes(answer) ? choices : [answer, ...choices]
        return (
          <div key={id} data-wide>
            {choices.length > 0 ? (
              <Select
                label={<bdi>{question}</bdi>}
                data={words}
                value={answer || null}
                onChange={(next) => answerWith(next ?? '')}
                clearable
                clearButtonProps={{ 'aria-label': t('Clear') }}
              />
            ) : (
              <TextInput
                label={<bdi>{question}</bdi>}
                value={answer}
                onChange={(event) => answerWith(event.currentTarget.value)}
                maxLength={longestAnswer}
              />
            )}
          </div>
        )
      })}
    </FormSection>
  )
}
