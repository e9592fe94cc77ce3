import { useRef, useState, type InputHTMLAttributes, type ReactNode } from 'react'
import { useT } from '../../i18n/texts.tsx'
import { forceLowercase } from '../../ui/lowercase.ts'
import styles from './public-form.module.css'

type PublicFormProps = {
  /** An error that belongs to no field. */
  error?: string | undefined
  busy: boolean
  submitLabel: string
  busyLabel: string
  /** Resolves to the id of the field to focus if something is wrong. */
  onSubmit: () => Promise<string | null>
  onFocus?: () => void
  /** Shown below the button. */
  foot?: ReactNode
  children: ReactNode
}

/** A form on a public page, in plain elements; the first invalid field gets the focus. */
export function PublicForm(props: PublicFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const onSubmit = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault()
    if (props.busy) return
    const fieldId = await props.onSubmit()
    if (fieldId) form.current?.querySelector<HTMLInputElement>(`#${fieldId}`)?.focus()
  }
  return (
    <form
      ref={form}
      className={styles.root}
      method="post"
      onSubmit={(event) => void onSubmit(event)}
      onFocus={props.onFocus}
      noValidate
    >
      {props.error && (
        <p className={styles.alert} role="alert">
          {props.error}
        </p>
      )}
      {props.children}
      <button
        type="submit"
        className={styles.submit}
        aria-disabled={props.busy || undefined}
        data-busy={props.busy || undefined}
      >
        {props.busy ? props.busyLabel : props.submitLabel}
      </button>
      {props.foot}
    </form>
  )
}

type FieldProps = {
  id: string
  label: string
  error?: string | undefined
  /** Stays visible next to an error, when it is most useful. */
  hint?: string
  /** Shown next to the label, but after the field in tab order. */
  aside?: ReactNode
}

const describedBy = ({ id, error, hint }: FieldProps): string | undefined =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined

function Field({ children, ...field }: FieldProps & { children: ReactNode }) {
  const { id, label, error, hint, aside } = field
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      {aside && <div className={styles.aside}>{aside}</div>}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

type InputProps = FieldProps & {
  value: string
  onChange: (value: string) => void
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'value' | 'onChange' | 'className'>

const inputProps = ({ label: _label, error, hint: _hint, aside: _aside, onChange, ...rest }: InputProps) => ({
  ...rest,
  name: rest.id,
  className: styles.input,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': describedBy({ id: rest.id, label: '', error, hint: _hint }),
  onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange(event.target.value),
})

export function InputField(props: InputProps) {
  return (
    <Field {...props}>
      <input {...inputProps(props)} ref={props.type === 'email' ? forceLowercase : undefined} />
    </Field>
  )
}

/** A password field with a show button; its text is left to right in both languages. */
export function PasswordField(props: InputProps) {
  const t = useT()
  const [isVisible, setIsVisible] = useState(false)
  return (
    <Field {...props}>
      <div className={styles.box}>
        <input {...inputProps(props)} type={isVisible ? 'text' : 'password'} dir="ltr" />
        <button
          type="button"
          className={styles.eye}
          aria-pressed={isVisible}
          aria-label={t('Show password')}
          onClick={() => setIsVisible(!isVisible)}
        >
          <Eye isCrossed={isVisible} />
        </button>
      </div>
    </Field>
  )
}

function Eye({ isCrossed }: { isCrossed: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="19"
      height="19"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <path d="M2.5 12s3.5-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="2.75" />
      {isCrossed && <path d="M4 20 20 4" strokeLinecap="round" />}
    </svg>
  )
}

/** A success message, announced to screen readers. */
export function SuccessMessage({ children }: { children: ReactNode }) {
  return (
    <p className={styles.said} role="status">
      {children}
    </p>
  )
}

/** A warning that does not block the user. */
export function Cautioned({ children }: { children: ReactNode }) {
  return (
    <p className={styles.cautioned} role="status">
      {children}
    </p>
  )
}

/** A link that loads the page, instead of routing on the client. */
export function PlainLink({ href, children, strong = false }: { href: string; children: ReactNode; strong?: boolean }) {
  return (
    <a href={href} className={strong ? styles.button : styles.link}>
      {children}
    </a>
  )
}

/** A button that looks like a link. */
export function LinkButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.link} onClick={onClick}>
      {children}
    </button>
  )
}
