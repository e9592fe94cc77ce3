import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CallFailure } from '../api/failure.ts'
import { useT } from '../i18n/texts.tsx'
import { Dialog } from './dialog.tsx'
import { DialogFooter } from './dialog-footer.tsx'
import { SubmitError } from './failure-note.tsx'

export type ConfirmDialogProps = {
  opened: boolean
  onClose: () => void
  /** The question. */
  title: string
  /** What will happen, and whether it can be undone. */
  children: ReactNode
  /** The verb, never "OK". */
  confirmLabel: string
  /** Label of the cancel button, if not "Cancel". */
  cancelLabel?: string
  danger: boolean
  /** False until its data has loaded, or if there is nothing to do. */
  ready?: boolean
  size?: 'sm' | 'md'
  onConfirm: () => void
  submitting: boolean
  submitError: CallFailure | null
}

/**
 * Every action that deletes or spends must be confirmed. The cancel button has the initial focus. While the call runs,
 * neither Escape nor a click outside closes the dialog, which has to show the error if there is one.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const t = useT()
  const close = (): void => {
    if (!props.submitting) props.onClose()
  }
  return (
    <Dialog opened={props.opened} onClose={close} title={props.title} size={props.size ?? 'sm'}>
      <div>{props.children}</div>
      <DialogFooter>
        <SubmitError failure={props.submitError} />
        <Button variant="default" onClick={props.onClose} data-autofocus disabled={props.submitting}>
          {props.cancelLabel ?? t('Cancel')}
        </Button>
        <Button
          color={props.danger ? 'red' : 'brand'}
          // Ignore the second click of a double click, which may hit a dialog that the first one opened.
          onClick={(event) => event.detail < 2 && props.onConfirm()}
          disabled={props.ready === false}
          loading={props.submitting}
        >
          {props.confirmLabel}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
