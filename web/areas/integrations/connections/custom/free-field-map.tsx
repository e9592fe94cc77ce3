import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { nameOfField, sendableFields, type IntegrationDetails } from '#contract/integrations/services.ts'
import { useT } from '../../../../i18n/texts.tsx'
import styles from '../connections.module.css'

type Line = NonNullable<IntegrationDetails['fields']>[number]

/** Which lead fields are sent, and under which names; all fields if none is chosen. */
export function FreeFieldMap({ map, onChange }: { map: Line[]; onChange: (map: Line[]) => void }) {
  const t = useT()
  const names = sendableFields.map((field) => ({ value: field, label: t(nameOfField(field)) }))
  const set = (at: number, line: Line): void => onChange(map.map((each, index) => (index === at ? line : each)))
  const add = (): void => {
    const lead = sendableFields.find((field) => field !== 'id' && !map.some((line) => line.lead === field)) ?? 'email'
    onChange([...map, { lead, target: lead }])
  }
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>{t('Fields')}</legend>
      <p className={styles.note}>
        {map.length === 0
          ? t('All lead fields are sent under our names. Add fields to choose and rename them.')
          : t('These fields are sent, plus the message type and the lead ID.')}
      </p>
      {map.map((line, at) => (
        // Keyed by index, because the names change as they are typed.
        <div key={at} className={styles.mapLine}>
          <Select
            label={t('Lead field')}
            data={names}
            value={line.lead}
            allowDeselect={false}
            onChange={(value) => value && set(at, { ...line, lead: value })}
          />
          <TextInput
            label={t('Sent as')}
            dir="ltr"
            spellCheck={false}
            maxLength={200}
            value={line.target}
            onChange={(event) => set(at, { ...line, target: event.currentTarget.value })}
          />
          <ActionIcon
            size={36}
            aria-label={t('Remove field {name}', { name: t(nameOfField(line.lead)) })}
            onClick={() => onChange(map.filter((_each, index) => index !== at))}
          >
            <IconTrash size={17} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          size="xs"
          disabled={map.length >= 50}
          leftSection={<IconPlus size={15} stroke={2} />}
          onClick={add}
        >
          {t('Add field')}
        </Button>
      </div>
    </fieldset>
  )
}
