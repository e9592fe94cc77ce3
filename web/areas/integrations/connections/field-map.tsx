import { ActionIcon, Button, Select } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { getServiceFields } from '#contract/integrations/connections.ts'
import {
  nameOfField,
  sendableFields,
  type IntegrationDetails,
  type ServiceSlug,
} from '#contract/integrations/services.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import styles from './connections.module.css'
import { FallbackField } from './fallback-field.tsx'

type Line = NonNullable<IntegrationDetails['fields']>[number]

type FieldMapProps = { slug: ServiceSlug; companyId: string; map: Line[]; onChange: (map: Line[]) => void }

/** Letters and digits only, for comparing names. */
const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Maps lead fields to the account's custom fields; names, addresses and the like are mapped automatically. */
export function FieldMap({ slug, companyId, map, onChange }: FieldMapProps) {
  const t = useT()
  const answer = useCall(getServiceFields, { params: { slug }, query: { company: companyId } })
  const customFields = answer.data?.data.filter(({ custom }) => custom) ?? []
  if (customFields.length === 0 && map.length === 0) return null
  const free = customFields.filter(({ id }) => !map.some(({ target }) => target === id))
  const names = sendableFields.map((field) => ({ value: field, label: t(nameOfField(field)) }))
  const targets = (line: Line) => [
    ...customFields
      .filter(({ id }) => id === line.target || free.some((each) => each.id === id))
      .map(({ id, name }) => ({ value: id, label: name })),
    ...(customFields.some(({ id }) => id === line.target)
      ? []
      : [
          {
            value: line.target,
            label: customFields.length === 0 ? line.target : t('No longer available: {id}', { id: line.target }),
          },
        ]),
  ]
  const set = (at: number, line: Line): void => onChange(map.map((each, index) => (index === at ? line : each)))
  const suggest = (): Line => {
    const target = free[0]!
    const same = sendableFields.find((field) =>
      [field, nameOfField(field)].some((name) => bare(name) === bare(target.name)),
    )
    return { lead: same ?? 'campaignName', target: target.id }
  }
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>{t('Custom fields')}</legend>
      {map.map((line, at) => (
        <div key={line.target} className={styles.mapLine}>
          <Select
            label={t('Lead field')}
            data={names}
            value={line.lead}
            allowDeselect={false}
            onChange={(value) => value && set(at, { ...line, lead: value })}
          />
          <Select
            label={t('Sent to')}
            data={targets(line)}
            value={line.target}
            allowDeselect={false}
            onChange={(value) => value && set(at, { ...line, target: value })}
          />
          <FallbackField line={line} onChange={(changed) => set(at, changed)} />
          <ActionIcon
            size={36}
            aria-label={t('Remove field {name}', { name: t(nameOfField(line.lead)) })}
            onClick={() => onChange(map.filter((_each, index) => index !== at))}
          >
            <IconTrash size={17} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
      {free.length > 0 && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={15} stroke={2} />}
            onClick={() => onChange([...map, suggest()])}
          >
            {t('Add field')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
