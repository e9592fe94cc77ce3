import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { readQuestionnaire } from '#contract/people/questionnaire.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { Card } from '../../../ui/card.tsx'
import { AnswerList } from './questionnaire-answers.tsx'

const addPath = '/user/questionnaire-add'

/** `/user/questionnaire` (S019, R024): the answers of the user's own company. */
export function QuestionnairePage() {
  const t = useT()
  const me = useMe()
  const answer = useCall(readQuestionnaire, { params: { companyId: me.companyId } })
  const data = answer.data?.data
  return (
    <>
      <PageHeader
        title={t('Questionnaire')}
        description={t('Five questions about your business, so we can help you faster.')}
        actions={
          data && (
            <Button component={Link} to={addPath} variant="default">
              {t('Change answers')}
            </Button>
          )
        }
      />
      {answer.error && !answer.data && <FailureNote failure={answer.error} onRetry={answer.refetch} />}
      {answer.isPending && <Skeleton height={320} radius="lg" />}
      {data && (
        <Card>
          <AnswerList answers={data.answers} />
        </Card>
      )}
      {data === null && (
        <EmptyState
          title={t('Nothing answered yet')}
          hint={t('It takes a minute, and you can change your answers at any time.')}
          action={
            <Button component={Link} to={addPath}>
              {t('Answer the questions')}
            </Button>
          }
        />
      )}
    </>
  )
}
