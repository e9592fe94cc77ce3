import { ActionIcon, Anchor, MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { listAudienceLists } from '#contract/audiences/lists.ts'
import { maxDays, maxTimes, maxValues, traitChoices, traits, type Trait } from '#contract/audiences/definition.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { OptionsFailure } from '../../shells/options-failure.tsx'
import { SearchSelect } from '../../shells/search-select.tsx'
import styles from './audiences.module.css'
import { isTrait, type AudienceValues, type Side, type Subject } from './audience-form.ts'
import { traitNames, valueName } from './condition-words.ts'
import { ExpiryBadge } from './expiry-badge.tsx'
import { useOrganizationSearch } from './organization-search.ts'
import { audienceListsPath } from '../../paths/audiences.ts'

const workTraits: readonly Trait[] = ['industry', 'company_size', 'seniority', 'department', 'company']
const behavior: readonly { value: Subject; label: Text }[] = [
  { value: 'visited', label: msg('Viewed pages') },
  { value: 'lead', label: msg('Became a lead') },
  { value: 'converted', label: msg('Converted') },
  { value: 'searched', label: msg('Searched') },
]

const lists: readonly { value: Subject; label: Text }[] = [
  { value: 'listed', label: msg('On an uploaded list') },
  { value: 'excluded', label: msg('On the client’s exclusion list') },
]

type LineProps = { form: UseFormReturnType<AudienceValues>; side: Side; at: number; states: readonly Option[] }
type Option = { value: string; label: string }

/** One condition: its subject and the values to match. */
export function ConditionLine({ form, side, at, states }: LineProps) {
  const t = useT()
  const line = form.values[side][at]!
  const traitOptions = (some: readonly Trait[]) => some.map((value) => ({ value, label: t(traitNames[value]) }))
  return (
    <div className={styles.condition} role="group" aria-label={t('Condition {number}', { number: at + 1 })}>
      <Select
        aria-label={t('Subject of condition {number}', { number: at + 1 })}
        allowDeselect={false}
        data={[
          { group: t('Person'), items: traitOptions(traits.filter((trait) => !workTraits.includes(trait))) },
          { group: t('Work'), items: traitOptions(workTraits) },
          { group: t('Behavior'), items: behavior.map(({ value, label }) => ({ value, label: t(label) })) },
          { group: t('Lists'), items: lists.map(({ value, label }) => ({ value, label: t(label) })) },
        ]}
        value={line.subject}
        onChange={(next) => {
          form.setFieldValue(`${side}.${at}.subject`, next as Subject)
          form.setFieldValue(`${side}.${at}.values`, [])
          form.clearErrors()
        }}
      />
      <div className={styles.details}>
        {isTrait(line.subject) ? (
          <TraitValues form={form} side={side} at={at} states={states} trait={line.subject} />
        ) : (
          <Behavior form={form} side={side} at={at} />
        )}
      </div>
      <ActionIcon
        aria-label={t('Remove condition {number}', { number: at + 1 })}
        onClick={() => form.removeListItem(side, at)}
      >
        <IconX size={17} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}

function TraitValues({ form, side, at, states, trait }: LineProps & { trait: Trait }) {
  const t = useT()
  const format = useFormat()
  const choices: readonly string[] | null = traitChoices[trait]
  const props = {
    'aria-label': t('Values of condition {number}', { number: at + 1 }),
    clearable: true,
    clearButtonProps: { 'aria-label': t('Clear') },
    ...form.getInputProps(`${side}.${at}.values`),
  }
  if (choices || trait === 'state')
    return (
      <MultiSelect
        {...props}
        searchable
        placeholder={form.values[side][at]!.values.length === 0 ? t('Any one of …') : undefined}
        nothingFoundMessage={t('Nothing has this name.')}
        data={choices?.map((value) => ({ value, label: valueName(trait, value, t, format) })) ?? states}
      />
    )
  return (
    <TagsInput
      {...props}
      maxTags={maxValues}
      splitChars={[',', ';', '\n', '\t']}
      acceptValueOnBlur
      dir={trait === 'city' ? undefined : 'ltr'}
      placeholder={form.values[side][at]!.values.length === 0 ? t('Any one of …') : undefined}
      maxLength={100}
    />
  )
}

/** What somebody did, how often and how long ago. */
function Behavior({ form, side, at }: Omit<LineProps, 'states'>) {
  const t = useT()
  const { subject } = form.values[side][at]!
  const field = <Name extends string>(name: Name) => form.getInputProps(`${side}.${at}.${name}`)
  if (subject === 'excluded') return <p className={styles.hint}>{t('Everyone on the client’s own exclusion list.')}</p>
  if (subject === 'listed') return <ListChoice form={form} side={side} at={at} />
  return (
    <>
      {subject === 'visited' && (
        <>
          <TextInput
            label={t('URL contains')}
            placeholder={t('Any page')}
            dir="ltr"
            maxLength={200}
            autoComplete="off"
            {...field('page')}
          />
          <NumberInput label={t('Minimum pages')} min={1} max={maxTimes} allowDecimal={false} {...field('least')} />
        </>
      )}
      {subject === 'searched' && (
        <TextInput
          label={t('Phrase contains')}
          placeholder={t('Any campaign keyword')}
          maxLength={100}
          autoComplete="off"
          {...field('phrase')}
        />
      )}
      {subject === 'lead' && <OrganizationChoice form={form} side={side} at={at} />}
      <NumberInput label={t('Within (days)')} min={1} max={maxDays} allowDecimal={false} {...field('days')} />
    </>
  )
}

function OrganizationChoice({ form, side, at }: Omit<LineProps, 'states'>) {
  const t = useT()
  const { clientId } = form.values
  const input = form.getInputProps(`${side}.${at}.organizationId`)
  const { select } = useOrganizationSearch(clientId, form.values[side][at]!.organizationId)
  return (
    <SearchSelect
      {...select}
      label={t('Campaigns for')}
      placeholder={t('Any campaign')}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      error={input.error}
      onChoose={(next) => input.onChange(next ?? '')}
    />
  )
}

/** The client's lists, or a link to upload one if there are none. */
function ListChoice({ form, side, at }: Omit<LineProps, 'states'>) {
  const t = useT()
  const { clientId } = form.values
  const answer = useCall(
    listAudienceLists,
    { params: { companyId: clientId }, query: { page: 1, perPage: 100 } },
    { enabled: clientId !== '' },
  )
  const lists = answer.data?.data ?? []
  const input = form.getInputProps(`${side}.${at}.listId`)
  return (
    <div className={styles.listChoice}>
      <Select
        label={t('List')}
        placeholder={t('Choose a list')}
        searchable
        nothingFoundMessage={t('Nothing has this name.')}
        disabled={lists.length === 0}
        data={lists.map(({ list_id, list_name }) => ({ value: list_id, label: list_name }))}
        {...input}
        value={form.values[side][at]!.listId || null}
        onChange={(next) => input.onChange(next ?? '')}
      />
      <OptionsFailure of={answer} />
      <ExpiryBadge expiry={lists.find(({ list_id }) => list_id === form.values[side][at]!.listId)?.expiry ?? null} />
      {answer.data && lists.length === 0 && (
        <p className={styles.hint}>
          {t('This client has no uploaded lists yet.')}{' '}
          <Anchor component={Link} to={audienceListsPath}>
            {t('Upload list')}
          </Anchor>
        </p>
      )}
    </div>
  )
}
