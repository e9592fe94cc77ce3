import { useForm, type FormErrors, type UseFormInput, type UseFormReturnType } from '@mantine/form'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { asFailure, isCanceled, type CallFailure } from '../api/failure.ts'
import type { Text } from '../i18n/texts.tsx'
import { openFolds } from './open-folds.ts'
import { watchForm } from './unsaved.ts'

type FormValues = Record<string, unknown>

export type ServerFormOptions<Values extends FormValues, Answer> = {
  initialValues: Values
  /** Returns a message for each invalid field; the server validates again. */
  validate?: UseFormInput<Values>['validate']
  /** Sends the values; `action.mutateAsync` with the body made from them. */
  send: (values: Values, overwriting?: Revision) => Promise<Answer>
  onDone: (answer: Answer, values: Values) => void
  /** Maps wire names to field names that differ (`audience_name` to `name`). */
  fieldNames?: Readonly<Record<string, keyof Values & string>>
  /** How to resolve an edit conflict; `send` then receives the revision to overwrite. */
  conflict?: {
    /** Discards the input and shows the stored values. */
    onReload: () => void
    /** Labels of the call's fields, by wire name. */
    labels?: Readonly<Record<string, Text>>
  }
  /** Contains only passwords or codes, so leaving it does not warn about unsaved input. */
  isTransient?: boolean
}

/** Revision that a save is based on: an `updated_at` or a version. */
export type Revision = string | number

/** A conflict with somebody else's change, and the ways to resolve it. The form keeps the user's input. */
export type Conflict = {
  failure: CallFailure
  labels: Readonly<Record<string, Text>>
  overwrite: () => void
  reload: () => void
  dismiss: () => void
}

/** A form bound to a call. Components take it as a whole, so that loading and error states cannot be left out. */
export type ServerForm<Values extends FormValues> = {
  form: UseFormReturnType<Values>
  formRef: React.RefObject<HTMLFormElement | null>
  onSubmit: (event: React.FormEvent<HTMLFormElement>) => void
  submitting: boolean
  /** Error that belongs to none of the form's fields. */
  submitError: CallFailure | null
  conflict: Conflict | null
  reset: () => void
}

/**
 * Splits a failure into field messages and the rest. Messages for fields that the form lacks are shown as text. The
 * message about one value of a list (`recipients.0`) also counts for the list, whose input may show them all.
 */
export function fieldErrors(
  failure: Pick<CallFailure, 'fields'>,
  formFields: readonly string[],
  fieldNames: Readonly<Record<string, string>> = {},
): { errors: FormErrors; rest: boolean } {
  const errors: FormErrors = {}
  let rest = Object.keys(failure.fields).length === 0
  for (const [wireName, message] of Object.entries(failure.fields)) {
    const [wireTop = '', ...inside] = wireName.split('.')
    const names = (fieldNames[wireName] ?? [fieldNames[wireTop] ?? wireTop, ...inside].join('.')).split('.')
    if (formFields.includes(names[0]!))
      for (const at of names.keys()) errors[names.slice(0, at + 1).join('.')] ??= message
    else rest = true
  }
  return { errors, rest }
}

type Shown = {
  querySelector: (selector: string) => Element | null
  querySelectorAll: (selector: string) => Iterable<Element>
}

/**
 * Focuses the first field with a message, and opens the groups of all of them. Returns whether any is shown: its field
 * may be hidden by another choice.
 */
export function focusFirstInvalid(form: Shown | null): boolean {
  for (const one of form?.querySelectorAll('[aria-invalid="true"], [data-error], p[role="alert"]') ?? []) openFolds(one)
  const first = form?.querySelector('[aria-invalid="true"]')
  if (first) (first as HTMLElement).focus()
  return Boolean(first ?? form?.querySelector('[data-error], p[role="alert"]'))
}

/** The stored revision, if a save conflicts with somebody else's change. */
const revisionOf = ({ change }: CallFailure): Revision | null => change?.current ?? null

export function useServerForm<Values extends FormValues, Answer>(
  options: ServerFormOptions<Values, Answer>,
): ServerForm<Values> {
  const form = useForm<Values>({ mode: 'controlled', initialValues: options.initialValues, validate: options.validate })
  const formRef = useRef<HTMLFormElement | null>(null)
  const [submitting, setSubmitting] = useState(false)
  const [submitError, setSubmitError] = useState<CallFailure | null>(null)

  const { isTransient = false } = options
  useEffect(() => watchForm({ isDirty: () => !isTransient && form.isDirty(), element: () => formRef.current }))

  const send = async (values: Values, overwriting?: Revision): Promise<void> => {
    setSubmitting(true)
    setSubmitError(null)
    try {
      const answer = await options.send(values, overwriting)
      // Input typed while saving is not saved yet, so it stays dirty.
      form.resetDirty(values)
      options.onDone(answer, values)
    } catch (error) {
      const failure = asFailure(error)
      if (isCanceled(failure)) return
      const { errors, rest } = fieldErrors(failure, Object.keys(options.initialValues), options.fieldNames)
      // Rendered at once: a frame may come before, and a message that is not there yet would be shown twice.
      flushSync(() => {
        form.setErrors(errors)
        setSubmitError(rest ? failure : null)
      })
      // A failure must never go unseen.
      requestAnimationFrame(() => focusFirstInvalid(formRef.current) || setSubmitError(failure))
    } finally {
      setSubmitting(false)
    }
  }

  const onSubmit = (event: React.FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (submitting) return
    form.onSubmit(
      (values) => void send(values),
      () => requestAnimationFrame(() => focusFirstInvalid(formRef.current)),
    )(event)
  }

  const reset = useCallback(() => (form.reset(), setSubmitError(null)), [form])
  const revision = submitError && revisionOf(submitError)
  const conflict: Conflict | null =
    options.conflict && submitError && revision !== null
      ? {
          failure: submitError,
          labels: options.conflict.labels ?? {},
          overwrite: () => void send(form.getValues(), revision),
          reload: options.conflict.onReload,
          dismiss: () => setSubmitError(null),
        }
      : null
  return {
    form,
    formRef,
    onSubmit,
    submitting,
    submitError: revision !== null && options.conflict ? null : submitError,
    conflict,
    reset,
  }
}
