import { MultiSelect, Skeleton, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/core/operation.ts'
import { listServiceChoices } from '#contract/integrations/service-choices.ts'
import {
  services,
  type ChoiceKind,
  type IntegrationDetails,
  type AccountKind,
  type ServiceSlug,
} from '#contract/integrations/services.ts'
import type { CallFailure } from '../../../api/failure.ts'
import { readOf } from '../../../api/hooks.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { FreeFieldMap } from './custom/free-field-map.tsx'
import { FieldMap } from './field-map.tsx'
import { NewTag } from './new-tag.tsx'

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
    return <FreeFieldMap map={details.fields ?? []} onChange={(fields) => onChange({ ...details, fields })} />
  return <ServiceFields slug={slug} {...props} />
}

type ServiceFieldsProps = Omit<ChoiceFieldsProps, 'slug'> & { slug: ServiceSlug }

function ServiceFields({ slug, companyId, details, onChange }: ServiceFieldsProps) {
  const t = useT()
  const read = services[slug].hasFreeTags ? [] : services[slug].choices
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
      {read.map((kind) => (
        <ChoiceField
          key={kind}
          slug={slug}
          kind={kind}
          companyId={companyId}
          chosen={details[kind] ?? []}
          onChange={(chosen) => onChange({ ...details, [kind]: chosen })}
        />
      ))}
      {services[slug].makesTags && (
        <NewTag
          companyId={companyId}
          onMade={(ids) => onChange({ ...details, tags: [...new Set([...(details.tags ?? []), ...ids])] })}
        />
      )}
      {services[slug].mapsFields && (
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
  chosen: string[]
  onChange: (chosen: string[]) => void
}

function ChoiceField({ slug, kind, companyId, chosen, onChange }: ChoiceFieldProps) {
  const t = useT()
  const listed = useQuery<AnswerOf<typeof listServiceChoices>, CallFailure>({
    ...readOf(listServiceChoices, { params: { company: companyId, slug } }),
    // Each read asks the service, which limits how often it may be asked.
    staleTime: 60_000,
    retry: false,
  })
  if (listed.error && !listed.data) return <FailureNote failure={listed.error} onRetry={listed.refetch} />
  if (!listed.data) return <Skeleton height={60} radius="md" />
  const there = listed.data.data[kind]
  const known = new Set(there.map(({ id }) => id))
  // A choice that no longer exists at the service stays visible, so that it can be removed.
  const gone = chosen
    .filter((id) => !known.has(id))
    .map((id) => ({ value: id, label: t('No longer available: {id}', { id }) }))
  return (
    <MultiSelect
      label={t(labels[kind])}
      data={[...there.map(({ id, name }) => ({ value: id, label: name })), ...gone]}
      value={chosen}
      onChange={onChange}
      placeholder={chosen.length === 0 ? t('None selected') : undefined}
      nothingFoundMessage={t('Nothing has this name.')}
      searchable
      clearable
      hidePickedOptions
      comboboxProps={{ withinPortal: true }}
    />
  )
}
