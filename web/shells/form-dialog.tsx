import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../i18n/texts.tsx'
import { Dialog } from './dialog.tsx'
import { DialogFooter } from './dialog-footer.tsx'
import { FormProblem } from './form-problem.tsx'
import styles from './form-dialog.module.css'
import type { ServerForm } from './server-form.ts'
import { leaveForm } from './unsaved.ts'

export type FormDialogProps<Values extends Record<string, unknown>> = {
  opened: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  form: ServerForm<Values>
  /** Verb and object: "Save client". */
  submitLabel: string
  size?: 'sm' | 'md' | 'lg'
  children: ReactNode
}

/** A short form in a dialog. Use `FormPage` for longer ones. */
export function FormDialog<Values extends Record<string, unknown>>(props: FormDialogProps<Values>) {
  const t = useT()
  const { form, formRef, onSubmit, submitting, reset } = props.form
  const close = (): void => {
    if (submitting) return
    reset()
    props.onClose()
  }
  return (
    <Dialog
      opened={props.opened}
      onClose={close}
      title={props.title}
      size={props.size ?? 'md'}
      closeOnClickOutside={!form.isDirty()}
    >
      {props.description && <div className={styles.description}>{props.description}</div>}
      <form ref={formRef} onSubmit={onSubmit} noValidate>
        <div className={styles.fields}>{props.children}</div>
        <DialogFooter>
          <FormProblem form={props.form} />
          <Button variant="default" onClick={() => void leaveForm(formRef.current, close)} disabled={submitting}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={submitting}>
            {props.submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
