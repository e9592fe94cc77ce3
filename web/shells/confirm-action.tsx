import type { ReactNode } from 'react'
import type { AnswerOf, Operation } from '#contract/core/operation.ts'
import type { CallInput } from '../api/call.ts'
import { useAction } from '../api/hooks.ts'
import { useT } from '../i18n/texts.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { notifyDone } from './notify.tsx'

export type ConfirmActionProps<O extends Operation> = {
  /** The question. */
  title: string
  /** What will happen, and whether it can be undone. */
  children: ReactNode
  /** The verb, never "OK". */
  confirmLabel: string
  /** False where nothing is taken away. */
  danger?: boolean
  operation: O
  input: CallInput<O>
  /** Lists and pages that show something else afterwards. */
  invalidates: readonly Operation[]
  /** Says that it was done, where that is more than the server's sentence. */
  say?: (message: string) => void
  onClose: () => void
}

/** Asks, runs one operation, says what came of it and closes; a refusal stays in the dialog. Rendered while it asks. */
export function ConfirmAction<O extends Operation>(props: ConfirmActionProps<O>) {
  const t = useT()
  const { danger = true, onClose, say = (message) => notifyDone(t(message)) } = props
  const action = useAction(props.operation, {
    invalidates: props.invalidates,
    onDone: (answer: AnswerOf<O>) => {
      say((answer as { message: string }).message)
      onClose()
    },
  })
  const run = action.mutate as (input: CallInput<O>) => void
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={props.title}
      confirmLabel={props.confirmLabel}
      danger={danger}
      submitting={action.isPending}
      submitError={action.error}
      onConfirm={() => run(props.input)}
    >
      {props.children}
    </ConfirmDialog>
  )
}
