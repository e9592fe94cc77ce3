import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { DialogFooter } from './dialog-footer.tsx'

type KeepDialogProps = {
  opened: boolean
  onClose: () => void
  title: string
  size?: 'md' | 'lg'
  /** What somebody says who has it: the only way out. */
  keptLabel: string
  children: ReactNode
}

/** What is shown once: neither Escape nor a click beside it takes it away before somebody says that it is kept. */
export function KeepDialog({ opened, onClose, title, size = 'md', keptLabel, children }: KeepDialogProps) {
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
          {keptLabel}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
