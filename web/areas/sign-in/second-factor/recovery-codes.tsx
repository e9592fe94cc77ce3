import { Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useT } from '../../../i18n/texts.tsx'
import { Dialog } from '../../../shells/dialog.tsx'
import { CopyField } from '../../../shells/copy-field.tsx'
import { DialogFooter } from '../../../shells/dialog-footer.tsx'
import styles from './second-factor.module.css'

/** Shown once: neither Escape nor a click beside it takes them away before somebody says that they are kept. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useT()
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Your recovery codes')}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <CopyField
        label={t('Each works once in place of a code')}
        description={t('Keep them where you keep your passwords. They are not shown again.')}
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
      <DialogFooter>
        <Button onClick={onClose} data-autofocus>
          {t('I have kept them')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
