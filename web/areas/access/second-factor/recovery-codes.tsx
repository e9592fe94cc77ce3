import { Button } from '@mantine/core'
import { useT } from '../../../i18n/texts.tsx'
import { Dialog } from '../../../shells/dialog.tsx'
import { CopyField } from '../../../shells/copy-field.tsx'
import { DialogFooter } from '../../../shells/dialog-footer.tsx'

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
      <DialogFooter>
        <Button onClick={onClose} data-autofocus>
          {t('I have kept them')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
