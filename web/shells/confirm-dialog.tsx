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
  /** What the harmless button is called, where that is more than "Cancel". */
  cancelLabel?: string
  danger: boolean
  /** False until what is asked about is known, or where there is nothing to do. */
  ready?: boolean
  size?: 'sm' | 'md'
  onConfirm: () => void
  submitting: boolean
  submitError: CallFailure | null
}

/** Every act that destroys or spends asks first. The harmless button has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const t = useT()
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title} size={props.size ?? 'sm'}>
      <div>{props.children}</div>
      <DialogFooter>
        <SubmitError failure={props.submitError} />
        <Button variant="default" onClick={props.onClose} data-autofocus disabled={props.submitting}>
          {props.cancelLabel ?? t('Cancel')}
        </Button>
        <Button
          color={props.danger ? 'red' : 'brand'}
          // The second half of a double click says nothing more, also where it met a dialog that the first half opened.
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
