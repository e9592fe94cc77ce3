import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../i18n/texts.tsx'
import { Card } from '../ui/card.tsx'
import { FormProblem } from './form-problem.tsx'
import styles from './form-page.module.css'
import type { ServerForm } from './server-form.ts'

export type FormPageProps<Values extends Record<string, unknown>> = {
  form: ServerForm<Values>
  submitLabel: string
  onCancel: () => void
  /** `FormSection` elements. */
  children: ReactNode
}

/** A long form: sections with an explanation next to them, and sticky buttons at the bottom. */
export function FormPage<Values extends Record<string, unknown>>({
  form,
  submitLabel,
  onCancel,
  children,
}: FormPageProps<Values>) {
  const t = useT()
  const { formRef, onSubmit, submitting } = form
  return (
    <form ref={formRef} onSubmit={onSubmit} noValidate className={styles.root}>
      {children}
      <div className={styles.bar}>
        <FormProblem form={form} />
        <div className={styles.buttons}>
          <Button variant="default" onClick={onCancel} disabled={submitting}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={submitting}>
            {submitLabel}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** One section of a long form. Mark a field that needs the full width with `data-wide`. */
export function FormSection({
  title,
  description,
  children,
}: {
  title: string
  description?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.section}>
      <div className={styles.about}>
        <h2>{title}</h2>
        {description && <p>{description}</p>}
      </div>
      <Card>
        <div className={styles.fields}>{children}</div>
      </Card>
    </section>
  )
}

/**
 * Sections of a long form that are folded to one line, which says what is set in them. The browser opens it for a text
 * that somebody searches for in the page, and the form for a field with a message (`open-folds.ts`).
 */
export function FormGroup({ title, brief, children }: { title: string; brief: string; children: ReactNode }) {
  return (
    <details className={styles.group}>
      <summary className={styles.fold}>
        <IconChevronRight size={18} stroke={1.75} aria-hidden className={styles.chevron} />
        <span className={styles.groupTitle}>{title}</span>
        <span className={styles.brief}>{brief}</span>
      </summary>
      <div className={styles.sections}>{children}</div>
    </details>
  )
}
