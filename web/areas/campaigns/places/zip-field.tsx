import { Button, Group, Textarea } from '@mantine/core'
import { IconMap } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ClipboardEvent, type ReactNode } from 'react'
import { autocomplete, type Suggestion } from '#contract/campaigns/autocomplete.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { SearchSelect } from '../../../shells/search-select.tsx'
import styles from '../setup/setup.module.css'
import { cleanPastedZips, cleanTypedZips, countZips, unknownZipsIn, withMoreZips, withoutZips } from './zip-text.ts'

const MapDialog = lazy(async () => ({ default: (await import('./map/map-dialog.tsx')).MapDialog }))

/** Inserts the cleaned text at the caret, as if it had been typed. */
function pasteCleaned(event: ClipboardEvent<HTMLTextAreaElement>): void {
  event.preventDefault()
  const area = event.currentTarget
  area.setRangeText(cleanPastedZips(event.clipboardData.getData('text')), area.selectionStart, area.selectionEnd, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}

type ZipFieldProps = {
  /** Result of the form's `getInputProps`. */
  input: { value?: string; error?: ReactNode; onChange: unknown }
  zips: string
  onChange: (zips: string) => void
}

/** A list of ZIP codes (R129): typed, pasted, added by city, or drawn on a map. */
export function ZipField({ input, zips, onChange }: ZipFieldProps) {
  const t = useT()
  const { onChange: _, error, ...props } = input
  const unknownZips = unknownZipsIn(error)
  const add = (more: readonly string[]): void => onChange(withMoreZips(zips, more))
  return (
    <div data-wide>
      <Textarea
        label={t('ZIP codes')}
        description={t('One per line. Lists pasted from a spreadsheet are cleaned up automatically.')}
        withAsterisk
        rows={6}
        dir="ltr"
        inputMode="numeric"
        spellCheck={false}
        classNames={{ input: styles.zips }}
        {...props}
        error={unknownZips ? t('These ZIP codes do not exist: {list}', { list: unknownZips.join(', ') }) : error}
        onChange={(event) => onChange(cleanTypedZips(event.currentTarget.value))}
        onPaste={pasteCleaned}
      />
      {unknownZips && (
        <Button variant="default" size="compact-sm" mt="xs" onClick={() => onChange(withoutZips(zips, unknownZips))}>
          {t('Remove them from the list')}
        </Button>
      )}
      <ZipCounts text={zips} />
      <Group align="flex-end" gap="sm" mt="sm">
        <CityField onAdd={add} />
        <MapButton onAdd={add} />
      </Group>
    </div>
  )
}

function MapButton({ onAdd }: { onAdd: (zips: readonly string[]) => void }) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconMap size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('Choose on a map')}
      </Button>
      {isOpen && (
        <Suspense>
          <MapDialog onAdd={onAdd} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function ZipCounts({ text }: { text: string }) {
  const t = useT()
  const format = useFormat()
  const { valid, repeats, misfits } = countZips(text)
  const notes = [t('{count, plural, one {# ZIP code} other {# ZIP codes}}', { count: valid })]
  if (repeats > 0) notes.push(t('{count} repeated', { count: format.number(repeats) }))
  if (misfits.length > 0) notes.push(t('{count} incomplete', { count: format.number(misfits.length) }))
  return (
    <p className={styles.hint} role="status">
      {notes.join(' · ')}
    </p>
  )
}

/** Adds all ZIP codes of a city at once. */
function CityField({ onAdd }: { onAdd: (zips: readonly string[]) => void }) {
  const t = useT()
  const [words, setWords] = useState('')
  const [additions, setAdditions] = useState(0)
  const { data, error, refetch, isFetching } = useCall(
    autocomplete,
    { params: { category: 'city', text: words } },
    { enabled: words !== '', keepPrevious: true },
  )
  const matches: Suggestion[] = words === '' ? [] : (data?.data ?? [])
  const options = matches.map(({ value, label, zips = [] }) => ({
    value,
    label: t('{city} · {count, plural, one {# ZIP code} other {# ZIP codes}}', { city: label, count: zips.length }),
  }))
  return (
    <SearchSelect
      // A new key remounts the field after each city, which clears it.
      key={additions}
      label={t('Add a city')}
      placeholder={t('Type three letters, such as Aus')}
      selection={null}
      matches={options}
      search={{ data, error, refetch, isFetching: isFetching || words === '' }}
      onSearch={setWords}
      onChoose={(city) => {
        const match = matches.find(({ value }) => value === city)
        if (!match) return
        onAdd(match.zips ?? [])
        setWords('')
        setAdditions((count) => count + 1)
      }}
    />
  )
}
