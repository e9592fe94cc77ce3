import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { nameOfField, sendableFields, type IntegrationDetails } from '#contract/integrations/services.ts'
import { msg, useT, type Text } from '../../../../i18n/texts.tsx'
import styles from '../connections.module.css'
import { FallbackField } from '../fallback-field.tsx'

type Line = NonNullable<IntegrationDetails['fields']>[number]

/** What a lead becomes: a JSON message, a message that people read, or a profile that gets more fields. */
type Use = 'json' | 'message' | 'profile'

const notes: Readonly<Record<Use, { none: Text; some: Text }>> = {
  json: {
    none: msg('All lead fields are sent under our names. Add fields to choose and rename them.'),
    some: msg('These fields are sent, plus the message type and the lead ID.'),
  },
  message: {
    none: msg('Name, place and page are sent. Add fields to choose what everybody in the channel may read.'),
    some: msg('Only these fields are sent, and the link to the lead.'),
  },
  profile: {
    none: msg('Name, address, phone and company are sent. Add fields to store more about the lead.'),
    some: msg('These fields are stored besides name, address, phone and company.'),
  },
}

type FreeFieldMapProps = { use: Use; map: Line[]; onChange: (map: Line[]) => void }

/** Which lead fields are sent, and under which names. */
export function FreeFieldMap({ use, map, onChange }: FreeFieldMapProps) {
  const t = useT()
  const names = sendableFields.map((field) => ({ value: field, label: t(nameOfField(field)) }))
  const set = (at: number, line: Line): void => onChange(map.map((each, index) => (index === at ? line : each)))
  const add = (): void => {
    const lead = sendableFields.find((field) => field !== 'id' && !map.some((line) => line.lead === field)) ?? 'email'
    onChange([...map, { lead, target: use === 'json' ? lead : t(nameOfField(lead)) }])
  }
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>{t('Fields')}</legend>
      <p className={styles.note}>{t(map.length === 0 ? notes[use].none : notes[use].some)}</p>
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
            dir={use === 'json' ? 'ltr' : 'auto'}
            spellCheck={false}
            maxLength={200}
            value={line.target}
            onChange={(event) => set(at, { ...line, target: event.currentTarget.value })}
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
