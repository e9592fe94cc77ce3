import { Button } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { useT } from '../i18n/texts.tsx'
import { scrollToTop } from '../ui/motion.ts'
import { FormProblem } from './form-problem.tsx'
import form from './form-page.module.css'
import type { ServerForm } from './server-form.ts'
import { leaveForm } from './unsaved.ts'
import styles from './wizard.module.css'

type WizardStep = { key: string; label: string }

type WizardProps = {
  label: string
  steps: readonly WizardStep[]
  /** Index of the current step, from 0. */
  current: number
  /** Goes back to a completed step. Only the form's own button goes forward (R201). */
  onStep: (step: number) => void
  /** The step's `WizardForm`. */
  children: ReactNode
}

/** Numbered steps with tabs above (R200). Changing the step scrolls the page to its top (R202). */
export function Wizard({ label, steps, current, onStep, children }: WizardProps) {
  const lastStep = useRef(current)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (lastStep.current === current) return
    lastStep.current = current
    scrollToTop()
    panel.current?.focus({ preventScroll: true })
  }, [current])
  return (
    <>
      <ol className={styles.steps} aria-label={label}>
        {steps.map((step, index) => (
          <li key={step.key} className={styles.step} data-done={index < current || undefined}>
            <button
              type="button"
              className={styles.tab}
              aria-current={index === current ? 'step' : undefined}
              disabled={index > current}
              onClick={() => void leaveForm(panel.current, () => onStep(index))}
            >
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              {step.label}
            </button>
          </li>
        ))}
      </ol>
      <div ref={panel} tabIndex={-1} className={styles.panel}>
        {children}
      </div>
    </>
  )
}

type WizardFormProps<Values extends Record<string, unknown>> = {
  form: ServerForm<Values>
  /** Absent on the first step. */
  onPrevious?: () => void
  /** Skips the step, if allowed. */
  onSkip?: (() => void) | undefined
  /** Label of the last step's button; the others say Next. */
  finishLabel?: string
  children: ReactNode
}

/** One step. Its form must be valid before the next step; errors keep the user here (R201). */
export function WizardForm<Values extends Record<string, unknown>>(props: WizardFormProps<Values>) {
  const t = useT()
  const { formRef, onSubmit, submitting } = props.form
  return (
    <form ref={formRef} onSubmit={onSubmit} noValidate className={form.root}>
      {props.children}
      <div className={form.bar}>
        <FormProblem form={props.form} />
        <div className={form.buttons}>
          {props.onPrevious && (
            <Button
              variant="default"
              onClick={() => void leaveForm(formRef.current, props.onPrevious!)}
              disabled={submitting}
            >
              {t('Previous')}
            </Button>
          )}
          {props.onSkip && (
            <Button variant="subtle" onClick={props.onSkip} disabled={submitting}>
              {t('Skip for now')}
            </Button>
          )}
          <Button type="submit" loading={submitting}>
            {props.finishLabel ?? t('Next')}
          </Button>
        </div>
      </div>
    </form>
  )
}
