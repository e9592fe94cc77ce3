import { Button, Textarea } from '@mantine/core'
import type { ClipboardEvent } from 'react'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { CityField } from './city-field.tsx'
import type { SectionProps } from './section-props.ts'
import styles from './setup.module.css'
import { cleanPastedZips, cleanTypedZips, countZips, unknownZipsIn, withMoreZips, withoutZips } from './zip-text.ts'

/** Puts the cleaned text where the caret is, as if it had been typed. */
export function pasteCleaned(event: ClipboardEvent<HTMLTextAreaElement>): void {
  event.preventDefault()
  const area = event.currentTarget
  area.setRangeText(cleanPastedZips(event.clipboardData.getData('text')), area.selectionStart, area.selectionEnd, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}

export function ZipField({ form }: SectionProps) {
  const t = useT()
  const { onChange: _, error, ...props } = form.getInputProps('zips')
  const unknown = unknownZipsIn(error)
  return (
    <div data-wide>
      <Textarea
        label={t('ZIP codes')}
        description={t('One in each line. Paste a list from a spreadsheet: it is put in order for you.')}
        withAsterisk
        rows={7}
        dir="ltr"
        inputMode="numeric"
        spellCheck={false}
        classNames={{ input: styles.zips }}
        {...props}
        error={unknown ? t('These ZIP codes do not exist: {list}', { list: unknown.join(', ') }) : error}
        onChange={(event) => form.setFieldValue('zips', cleanTypedZips(event.currentTarget.value))}
        onPaste={pasteCleaned}
      />
      {unknown && (
        <Button
          variant="default"
          size="compact-sm"
          mt="xs"
          onClick={() => form.setFieldValue('zips', withoutZips(form.values.zips, unknown))}
        >
          {t('Take them out of the list')}
        </Button>
      )}
      <ZipCounts text={form.values.zips} />
      <CityField onAdd={(zips) => form.setFieldValue('zips', withMoreZips(form.values.zips, zips))} />
    </div>
  )
}

export function ZipCounts({ text }: { text: string }) {
  const t = useT()
  const format = useFormat()
  const { valid, repeated, wrong } = countZips(text)
  const said = [t('{count, plural, one {# ZIP code} other {# ZIP codes}}', { count: valid })]
  if (repeated > 0) said.push(t('{count} repeated', { count: format.number(repeated) }))
  if (wrong.length > 0) said.push(t('{count} incomplete', { count: format.number(wrong.length) }))
  return (
    <p className={styles.hint} role="status">
      {said.join(' · ')}
    </p>
  )
}
