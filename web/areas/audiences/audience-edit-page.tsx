import { Skeleton, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { getAudience, type Audience } from '#contract/audiences/audiences.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useParam } from '../../session/address.ts'
import { useMe } from '../../session/me.ts'
import { useStillHere } from '../../session/still-here.ts'
import { FormPage, FormSection } from '../../shells/form-page.tsx'
import { OptionsFailure } from '../../shells/options-failure.tsx'
import { PageFailure } from '../../shells/page-failure.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { SearchSelect } from '../../shells/search-select.tsx'
import { useFilled } from '../../shells/use-filled.ts'
import { useAllStates } from '../../shells/use-all-states.ts'
import { useClientSearch } from '../../shells/owners/client-search.ts'
import { useAudienceForm, type AudienceValues } from './audience-form.ts'
import { PartSection } from './part-section.tsx'
import { audiencePath } from '../../paths/audiences.ts'
import { SizeNote } from './size-note.tsx'
import type { UseFormReturnType } from '@mantine/form'

/** /Audience/new and /Audience/{id}: edits an audience's conditions and estimates its size while typing. */
export function AudienceEditPage() {
  const audienceId = useParam('audienceId')
  return <EditPage key={audienceId} audienceId={audienceId} />
}

function EditPage({ audienceId }: { audienceId: string }) {
  const t = useT()
  const isNew = audienceId === 'new'
  const audience = useCall(getAudience, { params: { id: audienceId } }, { enabled: !isNew })
  const form = useFilled(audience)
  const answer = form.answer?.data
  if (audience.error && !answer) return <PageFailure failure={audience.error} onRetry={audience.refetch} />
  return (
    <>
      <PageHeader
        title={isNew ? t('New audience') : t('Edit audience')}
        description={answer && <bdi>{answer.audience_name}</bdi>}
        back={{ to: audiencePath, label: t('Audiences') }}
      />
      {isNew || answer ? (
        <AudienceForm key={form.round} audience={answer ?? null} onReload={form.reload} />
      ) : (
        <Stack gap="xl" aria-busy="true">
          <Skeleton height={120} radius="lg" />
          <Skeleton height={180} radius="lg" />
        </Stack>
      )}
    </>
  )
}

function AudienceForm({ audience, onReload }: { audience: Audience | null; onReload: () => void }) {
  const t = useT()
  const me = useMe()
  const navigate = useNavigate()
  const isHere = useStillHere()
  const { options: states = [], query } = useAllStates()
  const leave = (): void => {
    if (isHere()) void navigate({ to: audiencePath })
  }
  const clientId = me.side === 'client' ? me.companyId : ''
  const server = useAudienceForm(audience, { clientId, onDone: leave, onReload })
  const { form } = server
  return (
    <FormPage form={server} submitLabel={t('Save audience')} onCancel={leave}>
      <FormSection title={t('Audience')} description={t('Membership is checked again for each visit and search.')}>
        {!audience && me.side === 'agency' && <ClientChoice form={form} />}
        <TextInput label={t('Name')} withAsterisk maxLength={100} autoComplete="off" {...form.getInputProps('name')} />
        <div data-wide>
          <SizeNote values={form.values} />
        </div>
      </FormSection>
      <OptionsFailure of={query} />
      <PartSection
        form={form}
        side="include"
        title={t('Include')}
        description={t('Who is included. With no conditions, everyone.')}
        states={states}
      />
      <PartSection
        form={form}
        side="exclude"
        title={t('Exclude')}
        description={t('Who is always excluded.')}
        states={states}
      />
    </FormPage>
  )
}

function ClientChoice({ form }: { form: UseFormReturnType<AudienceValues> }) {
  const t = useT()
  const clients = useClientSearch(form.values.clientId)
  return (
    <SearchSelect
      {...form.getInputProps('clientId')}
      {...clients}
      label={t('Client')}
      withAsterisk
      placeholder={t('Search clients')}
      onChoose={(value) => form.setFieldValue('clientId', value ?? '')}
    />
  )
}
