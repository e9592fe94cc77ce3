import { MultiSelect, Skeleton, TagsInput, Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/core/operation.ts'
import { listServiceChoices, makeFunnelTags } from '#contract/integrations/service-choices.ts'
import {
  services,
  type ChoiceKind,
  type IntegrationDetails,
  type AccountKind,
  type ServiceSlug,
} from '#contract/integrations/services.ts'
import type { CallFailure } from '../../../api/failure.ts'
import { readOf, useAction } from '../../../api/hooks.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { FailureNote, SubmitError } from '../../../shells/failure-note.tsx'
import styles from './connections.module.css'
import { FreeFieldMap } from './custom/free-field-map.tsx'
import { FieldMap } from './field-map.tsx'

const labels: Readonly<Record<ChoiceKind, Text>> = {
  lists: msg('Lists'),
  tags: msg('Tags'),
  groups: msg('Groups'),
}

type ChoiceFieldsProps = {
  slug: AccountKind
  /** The company whose account the choices come from. */
  companyId: string
  details: IntegrationDetails
  onChange: (details: IntegrationDetails) => void
}

/** What can be chosen at a service: its lists, tags and groups, and custom fields. */
export function ChoiceFields({ slug, ...props }: ChoiceFieldsProps) {
  const { details, onChange } = props
  if (slug === 'custom')
    return (
      <FreeFieldMap use="json" map={details.fields ?? []} onChange={(fields) => onChange({ ...details, fields })} />
    )
  return <ServiceFields slug={slug} {...props} />
}

type ServiceFieldsProps = Omit<ChoiceFieldsProps, 'slug'> & { slug: ServiceSlug }

function ServiceFields({ slug, companyId, details, onChange }: ServiceFieldsProps) {
  const t = useT()
  const { namesFields } = services[slug]
  const kinds = services[slug].choices.filter((kind) => !(kind === 'tags' && services[slug].hasFreeTags))
  return (
    <>
      {services[slug].hasFreeTags && (
        <TagsInput
          label={t('Tags')}
          description={t('Type a tag and press Enter.')}
          maxTags={50}
          value={details.tags ?? []}
          onChange={(tags) => onChange({ ...details, tags })}
        />
      )}
      {kinds.map((kind) => (
        <ChoiceField
          key={kind}
          slug={slug}
          kind={kind}
          companyId={companyId}
          selection={details[kind] ?? []}
          onChange={(next) => onChange({ ...details, [kind]: next })}
        />
      ))}
      {services[slug].makesTags && (
        <NewTag
          companyId={companyId}
          onMade={(ids) => onChange({ ...details, tags: [...new Set([...(details.tags ?? []), ...ids])] })}
        />
      )}
      {namesFields && (
        <FreeFieldMap
          use={namesFields}
          map={details.fields ?? []}
          onChange={(fields) => onChange({ ...details, fields })}
        />
      )}
      {services[slug].mapsFields && !namesFields && (
        <FieldMap
          slug={slug}
          companyId={companyId}
          map={details.fields ?? []}
          onChange={(fields) => onChange({ ...details, fields })}
        />
      )}
    </>
  )
}

type ChoiceFieldProps = {
  slug: ServiceSlug
  kind: ChoiceKind
  companyId: string
  selection: string[]
  onChange: (chosen: string[]) => void
}

function ChoiceField({ slug, kind, companyId, selection, onChange }: ChoiceFieldProps) {
  const t = useT()
  const choices = useQuery<AnswerOf<typeof listServiceChoices>, CallFailure>({
    ...readOf(listServiceChoices, { params: { company: companyId, slug } }),
    // Each read asks the service, which limits how often it may be asked.
    staleTime: 60_000,
    retry: false,
  })
  if (choices.error && !choices.data) return <FailureNote failure={choices.error} onRetry={choices.refetch} />
  if (!choices.data) return <Skeleton height={60} radius="md" />
  const there = choices.data.data[kind]
  const ids = new Set(there.map(({ id }) => id))
  // A choice that no longer exists at the service stays visible, so that it can be removed.
  const leftovers = selection
    .filter((id) => !ids.has(id))
    .map((id) => ({ value: id, label: t('No longer available: {id}', { id }) }))
  return (
    <MultiSelect
      label={t(labels[kind])}
      data={[...there.map(({ id, name }) => ({ value: id, label: name })), ...leftovers]}
      value={selection}
      onChange={onChange}
      placeholder={selection.length === 0 ? t('None selected') : undefined}
      nothingFoundMessage={t('Nothing has this name.')}
      searchable
      clearable
      hidePickedOptions
      comboboxProps={{ withinPortal: true }}
    />
  )
}

type NewTagProps = {
  /** The company whose account gets the tag. */
  companyId: string
  /** Called with the tag's id at the service, also if it was there before. */
  onMade: (ids: string[]) => void
}

/** Creates a tag in the account at once, and chooses it. */
function NewTag({ companyId, onMade }: NewTagProps) {
  const t = useT()
  const [name, setName] = useState('')
  const make = useAction(makeFunnelTags, {
    invalidates: [listServiceChoices],
    onDone: ({ data }) => {
      setName('')
      onMade(data.map(({ id }) => id))
    },
  })
  const tag = name.trim()
  const start = (): void => {
    if (tag !== '' && !make.isPending) make.mutate({ body: { company_id: companyId, tags: [tag] } })
  }
  return (
    <>
      <div className={styles.newTag}>
        <TextInput
          label={t('New tag')}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && start()}
        />
        <Button variant="default" disabled={tag === ''} loading={make.isPending} onClick={start}>
          {t('Create tag')}
        </Button>
      </div>
      <SubmitError failure={make.error} />
    </>
  )
}
