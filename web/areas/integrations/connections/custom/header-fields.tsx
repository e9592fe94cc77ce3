import { ActionIcon, Button, PasswordInput, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { maxHeaders } from '#contract/integrations/headers.ts'
import { useT } from '../../../../i18n/texts.tsx'
import styles from '../connections.module.css'

/** A header as typed. An empty value keeps the value saved under this name. */
export type HeaderLine = { name: string; secret: string }

type HeaderFieldsProps = {
  headers: readonly HeaderLine[]
  /** Names of headers with a saved value. */
  storedNames: readonly string[]
  errors: Readonly<Record<string, React.ReactNode>>
  onChange: (headers: HeaderLine[]) => void
}

/** Headers that authenticate us at the company's server. */
export function HeaderFields({ headers, storedNames, errors, onChange }: HeaderFieldsProps) {
  const t = useT()
  const isSaved = (name: string): boolean => storedNames.some((each) => each.toLowerCase() === name.toLowerCase())
  const set = (at: number, part: Partial<HeaderLine>): void =>
    onChange(headers.map((each, index) => (index === at ? { ...each, ...part } : each)))
  return (
    <fieldset className={styles.fieldset} data-wide>
      <legend className={styles.legend}>{t('Headers')}</legend>
      <p className={styles.note}>
        {t('Sent with each lead, such as a key. Values are stored encrypted and never shown again.')}
      </p>
      {headers.map((header, at) => (
        // Keyed by index, because the names change as they are typed.
        <div key={at} className={styles.mapLine}>
          <TextInput
            label={t('Header name')}
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            placeholder="X-Api-Key"
            maxLength={64}
            value={header.name}
            error={errors[`headers.${at}.name`]}
            onChange={(event) => set(at, { name: event.currentTarget.value })}
          />
          <PasswordInput
            label={t('Header value')}
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            placeholder={isSaved(header.name) ? t('Unchanged') : undefined}
            maxLength={2000}
            value={header.secret}
            error={errors[`headers.${at}.secret`]}
            onChange={(event) => set(at, { secret: event.currentTarget.value })}
          />
          <ActionIcon
            size={36}
            aria-label={t('Remove header {name}', { name: header.name })}
            onClick={() => onChange(headers.filter((_each, index) => index !== at))}
          >
            <IconTrash size={17} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
      {errors['headers'] && (
        <p className={styles.cause} role="alert">
          {errors['headers']}
        </p>
      )}
      <div>
        <Button
          variant="default"
          size="xs"
          disabled={headers.length >= maxHeaders}
          leftSection={<IconPlus size={15} stroke={2} />}
          onClick={() => onChange([...headers, { name: '', secret: '' }])}
        >
          {t('Add header')}
        </Button>
      </div>
    </fieldset>
  )
}
