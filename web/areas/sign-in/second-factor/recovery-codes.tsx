import { Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useT } from '../../../i18n/texts.tsx'
import { ShowOnceDialog } from '../../../shells/show-once-dialog.tsx'
import { CopyField } from '../../../shells/copy-field.tsx'
import styles from './second-factor.module.css'

/** The codes for signing in if the other factor is lost. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useT()
  return (
    <ShowOnceDialog opened onClose={onClose} title={t('Your recovery codes')} confirmLabel={t('I’ve saved them')}>
      <CopyField
        label={t('Each works once in place of a code')}
        description={t('Save them where you keep your passwords. You won’t see them again.')}
        value={codes.join('\n')}
      />
      <div className={styles.keep}>
        <Button
          component="a"
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`}
          download="recovery-codes.txt"
        >
          {t('Download codes')}
        </Button>
        <Button variant="default" size="xs" leftSection={<IconPrinter size={14} />} onClick={() => window.print()}>
          {t('Print codes')}
        </Button>
      </div>
    </ShowOnceDialog>
  )
}
