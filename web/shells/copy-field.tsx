import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useId } from 'react'
import { useT } from '../i18n/texts.tsx'
import styles from './copy-field.module.css'

const SHOWN_MS = 2000

type CopyFieldProps = {
  label: string
  value: string
  description?: string
  /** A secret to type by hand: shown in groups of four that wrap, but copied without the spaces. */
  grouped?: boolean
}

/** A snippet, key or URL with a copy button. Code is always left to right. */
export function CopyField({ label, value, description, grouped = false }: CopyFieldProps) {
  const t = useT()
  const clipboard = useClipboard({ timeout: SHOWN_MS })
  const labelId = useId()
  const lines = value.includes('\n')
  return (
    <div className={styles.root}>
      <div id={labelId} className={styles.label}>
        {label}
      </div>
      {description && <div className={styles.description}>{description}</div>}
      <div className={styles.box} data-lines={lines || undefined}>
        {/* Focusable, so that a long line can be scrolled with the keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre
          className={styles.code}
          data-grouped={grouped || undefined}
          dir="ltr"
          tabIndex={0}
          role="group"
          aria-labelledby={labelId}
        >
          <code>{grouped ? value.replace(/(.{4})(?!$)/g, '$1 ') : value}</code>
        </pre>
        <Button
          variant="default"
          size="xs"
          className={styles.button}
          leftSection={clipboard.copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={() => clipboard.copy(value)}
        >
          {clipboard.copied ? t('Copied') : t('Copy')}
        </Button>
      </div>
      <span role="status" className={styles.said}>
        {clipboard.copied ? t('Copied') : ''}
      </span>
    </div>
  )
}
