import { Skeleton, Stack, TextInput, Button, SegmentedControl } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { getAudience, type Audience, saveAudience } from '#contract/audiences/audiences.ts'
import { maxConditions, type Part } from '#contract/audiences/definition.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { audiencePath } from '../../paths/audiences.ts'
import { useParam } from '../../session/address.ts'
import { useMe } from '../../session/me.ts'
import { useStillHere } from '../../session/still-here.ts'
import { FormPage, FormSection } from '../../shells/form-page.tsx'
import { OptionsFailure } from '../../shells/options-failure.tsx'
import { useClientSearch } from '../../shells/owners/client-search.ts'
import { PageFailure } from '../../shells/page-failure.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { SearchSelect } from '../../shells/search-select.tsx'
import { useAllStates } from '../../shells/use-all-states.ts'
import { useFilled } from '../../shells/use-filled.ts'
import { useAudienceForm, type AudienceValues, emptyCondition, type Side } from './audience-form.ts'
import styles from './audiences.module.css'
import { ConditionLine } from './condition-line.tsx'
import { SizeNote } from './size-note.tsx'
import { TeamGate } from '../../shells/team-gate.tsx'

/** /Audience/new and /Audience/{id}: edits an audience's conditions and estimates its size while typing. */
export function AudienceEditPage() {
  const audienceId = useParam('audienceId')
  return (
    <TeamGate operation={saveAudience}>
      <EditPage key={audienceId} audienceId={audienceId} />
    </TeamGate>
  )
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

type PartSectionProps = {
  form: UseFormReturnType<AudienceValues>
  side: Side
  title: string
  description: string
  states: readonly { value: string; label: string }[]
}

/** The conditions of one side, and whether all or any of them must match. */
function PartSection({ form, side, title, description, states }: PartSectionProps) {
  const t = useT()
  const lines = form.values[side]
  const match = side === 'include' ? 'includeMatch' : 'excludeMatch'
  return (
    <FormSection title={title} description={description}>
      <div data-wide className={styles.part}>
        {lines.length > 1 && (
          <SegmentedControl
            aria-label={t('How many conditions must be met')}
            value={form.values[match]}
            onChange={(next) => form.setFieldValue(match, next as Part['match'])}
            data={[
              { value: 'all', label: t('All conditions') },
              { value: 'any', label: t('Any condition') },
            ]}
          />
        )}
        {lines.map((line, at) => (
          <ConditionLine key={line.key} form={form} side={side} at={at} states={states} />
        ))}
        {form.errors[side] && (
          <p className={styles.error} role="alert">
            {form.errors[side]}
          </p>
        )}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={2} />}
          disabled={lines.length >= maxConditions}
          aria-label={side === 'include' ? t('Add a condition to include') : t('Add a condition to exclude')}
          onClick={() => form.insertListItem(side, emptyCondition(side === 'include' ? 'visited' : 'lead'))}
        >
          {t('Add a condition')}
        </Button>
      </div>
    </FormSection>
  )
}
