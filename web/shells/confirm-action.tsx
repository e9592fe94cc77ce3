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
  /** False if nothing is deleted. */
  danger?: boolean
  operation: O
  input: CallInput<O>
  /** Reads whose cached responses the operation changes. */
  invalidates: readonly Operation[]
  /** Reports success; by default, shows the server's message. */
  say?: (message: string) => void
  /** Refetches what the input is built from, so that confirming again is based on what somebody else has saved. */
  onFailed?: () => unknown
  onClose: () => void
}

/** Confirms and runs an operation, reports the result and closes. Errors stay in the dialog. Render it while open. */
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
  const { onFailed } = props
  const run = action.mutate as (input: CallInput<O>, outcome: { onError: () => void }) => void
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={props.title}
      confirmLabel={props.confirmLabel}
      danger={danger}
      submitting={action.isPending}
      submitError={action.error}
      onConfirm={() => run(props.input, { onError: () => void onFailed?.() })}
    >
      {props.children}
    </ConfirmDialog>
  )
}
