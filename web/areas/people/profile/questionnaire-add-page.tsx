import { Select, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { completeSetup } from '#contract/people/profile.ts'
import { questionChoices, readQuestionnaire, type Answers } from '#contract/people/questionnaire.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useRefreshMe } from '../../../session/refresh-me.ts'
import { useStillHere } from '../../../session/still-here.ts'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { FormPage, FormSection } from '../../../shells/form-page.tsx'
import { notify } from '../../../shells/notify.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import { questions } from './questionnaire-answers.tsx'

const listPath = '/user/questionnaire'

/** `/user/questionnaire-add` (S020, R024): the form with the questions. */
export function QuestionnaireAddPage() {
  const t = useT()
  const me = useMe()
  const call = useCall(readQuestionnaire, { params: { companyId: me.companyId } })
  return (
    <>
      <PageHeader title={t('Answer the questions')} />
      {call.error && !call.data && <FailureNote failure={call.error} onRetry={call.refetch} />}
      {call.isPending && <Skeleton height={320} radius="lg" />}
      {call.data && <QuestionnaireForm answers={call.data.data?.answers ?? null} />}
    </>
  )
}

type Values = { [Key in keyof Answers]: string }

function QuestionnaireForm({ answers }: { answers: Answers | null }) {
  const t = useT()
  const navigate = useNavigate()
  const isHere = useStillHere()
  const refresh = useRefreshMe()
  const save = useAction(completeSetup, { invalidates: [readQuestionnaire] })
  const leave = (): void => {
    if (isHere()) void navigate({ to: listPath })
  }
  const requireChoice = (value: string): string | null => (value ? null : t('Choose an answer.'))
  const server = useServerForm<Values, { message: string }>({
    initialValues: answers ?? { clients: '', begin_with: '', industries: '', goal: '', heard_from: '' },
    validate: { clients: requireChoice, begin_with: requireChoice },
    send: async (values) => {
      const answer = await save.mutateAsync({ body: { isComplete: false, answers: values as Answers } })
      await refresh()
      return answer
    },
    onDone: ({ message }) => {
      notify('success', t(message))
      leave()
    },
  })
  const { form } = server
  const choices = (key: keyof typeof questionChoices) => ({
    label: t(questions[key]),
    data: Object.entries(questionChoices[key]).map(([value, text]) => ({ value, label: t(text) })),
    ...form.getInputProps(key),
    value: form.values[key] || null,
    withAsterisk: true,
  })
  return (
    <FormPage form={server} submitLabel={t('Save answers')} onCancel={leave}>
      <FormSection title={t('Your business')}>
        <Select {...choices('clients')} allowDeselect={false} />
        <Select {...choices('begin_with')} allowDeselect={false} />
        <TextInput label={t(questions.industries)} maxLength={255} {...form.getInputProps('industries')} />
        <TextInput label={t(questions.heard_from)} maxLength={255} {...form.getInputProps('heard_from')} />
        <div data-wide>
          <Textarea label={t(questions.goal)} maxLength={500} autosize minRows={2} {...form.getInputProps('goal')} />
        </div>
      </FormSection>
    </FormPage>
  )
}
