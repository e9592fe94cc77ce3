import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { DialogFooter } from './dialog-footer.tsx'

type ShowOnceDialogProps = {
  opened: boolean
  onClose: () => void
  title: string
  size?: 'md' | 'lg'
  /** Label of the only button that closes the dialog, such as "I've saved it". */
  confirmLabel: string
  children: ReactNode
}

/** Shows something only once. Neither Escape nor a click outside closes it before the user confirms having saved it. */
export function ShowOnceDialog({ opened, onClose, title, size = 'md', confirmLabel, children }: ShowOnceDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      {children}
      <DialogFooter>
        <Button onClick={onClose} data-autofocus>
          {confirmLabel}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
