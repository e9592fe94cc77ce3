import { useState } from 'react'
import { asFailure } from '../../../api/failure.ts'
import { sendOpen } from '../../../api/open-calls.ts'
import { prepareSealing } from '../../../api/seal.ts'
import { useT, type Translate } from '../../../i18n/texts.tsx'
import { readEmailAddress } from '#contract/core/email-address.ts'
import { brand } from '../../../session/boot.ts'
import { phoneProblem, phoneTexts, readPhone, usualCountry } from '../../../ui/phone/read-phone.ts'
import { solveCaptcha } from '../../sign-in/captcha.ts'
import { newPasswordErrors } from '../../sign-in/password/new-password-errors.ts'
import { InputField, PasswordField, PlainLink, PublicForm } from '../../sign-in/public-form.tsx'
import { PublicPhone } from './public-phone.tsx'
import { useSubdomain } from './use-subdomain.ts'

/** Who registers on this host: an agency with the operator, or a client with an agency. */
export type Registrant = 'client' | 'userdownline'

/** By the call's field names (C005), so that its errors match the form's fields. */
const nothing = {
  companyName: '',
  subdomain: '',
  name: '',
  email: '',
  phone: { phone: '', country: usualCountry },
  password: '',
}
type Values = typeof nothing
type Errors = Partial<Record<keyof Values | 'form', string>>
const order = ['companyName', 'subdomain', 'name', 'email', 'phone', 'password'] as const

function errorsOf(t: Translate, values: Values): Errors {
  const { companyName, name, email, phone, password } = values
  const wrongPhone = phoneProblem(phone.phone, phone.country)
  const words = [companyName, name, email, brand().name]
  return {
    ...(companyName.trim() ? {} : { companyName: t('Enter the name of your company.') }),
    ...(name.trim() ? {} : { name: t('Enter your full name.') }),
    ...(readEmailAddress(email) !== null ? {} : { email: t('Enter your email address.') }),
    ...(phone.phone.trim() ? {} : { phone: t('Enter your phone number.') }),
    ...(wrongPhone ? { phone: t(phoneTexts[wrongPhone]) } : {}),
    ...newPasswordErrors(t, password, password, words),
  }
}

const send = async (
  values: Values,
  userType: Registrant,
  referralCode: string | undefined,
): Promise<{ message: string }> => {
  const { phone, country } = values.phone
  const body = {
    companyName: values.companyName.trim(),
    subdomain: values.subdomain.trim(),
    name: values.name.trim(),
    email: values.email.trim(),
    phone: readPhone(phone, country).e164,
    password: values.password,
    userType,
    referralCode,
    // Solve the captcha first: the server counts every attempt, even an incomplete one.
    captchaToken: await solveCaptcha(),
  }
  return sendOpen({ method: 'POST', path: '/register', body, sealed: true })
}

type RegisterFormProps = {
  userType: Registrant
  referralCode?: string | undefined
  /** Called with the message to show once the email has been sent. */
  onDone: (message: string) => void
}

function useRegister({ userType, referralCode, onDone }: RegisterFormProps) {
  const t = useT()
  const [values, setValues] = useState<Values>(nothing)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const subdomain = useSubdomain(values.companyName, userType === 'userdownline')
  const submit = async (): Promise<string | null> => {
    const problems = errorsOf(t, values)
    setErrors(problems)
    const first = order.find((field) => problems[field])
    if (first) return first
    setBusy(true)
    try {
      onDone((await send({ ...values, subdomain: subdomain.value }, userType, referralCode)).message)
      return null
    } catch (error) {
      const failure = asFailure(error)
      const field = order.find((field) => failure.fields[field])
      setErrors(field ? failure.fields : { form: failure.message })
      setBusy(false)
      return field ?? order[0]
    }
  }
  // An error is about what was sent: it goes as soon as that changes.
  const settle = (id: keyof Values): void => setErrors(({ [id]: _settled, ...others }) => others as Errors)
  const change = <Key extends keyof Values>(id: Key, value: Values[Key]): void => {
    setValues((now) => ({ ...now, [id]: value }))
    settle(id)
  }
  const setTyped = (text: string): void => {
    subdomain.setTyped(text)
    settle('subdomain')
  }
  const field = <Key extends keyof Values>(id: Key) => ({
    id,
    value: values[id],
    error: errors[id],
    onChange: (value: Values[Key]) => change(id, value),
  })
  return { errors, busy, submit, field, subdomain: { ...subdomain, setTyped } }
}

type SubdomainFieldProps = {
  subdomain: Omit<ReturnType<typeof useSubdomain>, 'setTyped'> & { setTyped: (typed: string) => void }
  error: string | undefined
}

/** Where the agency's people and clients will sign in. */
function SubdomainField({ subdomain: { value, setTyped, base, message }, error }: SubdomainFieldProps) {
  const t = useT()
  const problem = message ? t(message) : error
  return (
    <InputField
      id="subdomain"
      label={t('Subdomain')}
      dir="ltr"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={63}
      value={value}
      onChange={setTyped}
      error={problem}
      hint={
        base && value && !problem
          ? t('Your clients sign in at {address}.', { address: `\u2066${value.trim().toLowerCase()}.${base}\u2069` })
          : t('Your clients sign in at this address.')
      }
    />
  )
}

/** The registration form (C005). */
export function RegisterForm(props: RegisterFormProps) {
  const t = useT()
  const { errors, busy, submit, field, subdomain } = useRegister(props)
  return (
    <PublicForm
      error={errors.form}
      busy={busy}
      submitLabel={t('Create account')}
      busyLabel={t('Sending…')}
      onSubmit={submit}
      onFocus={prepareSealing}
      foot={<PlainLink href="/login">{t('Back to sign in')}</PlainLink>}
    >
      <InputField
        {...field('companyName')}
        label={t('Company name')}
        autoComplete="organization"
        maxLength={255}
        autoFocus
      />
      {props.userType === 'userdownline' && <SubdomainField subdomain={subdomain} error={errors.subdomain} />}
      <InputField {...field('name')} label={t('Full name')} autoComplete="name" maxLength={255} />
      <InputField
        {...field('email')}
        label={t('Email')}
        type="email"
        dir="ltr"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <PublicPhone {...field('phone')} label={t('Phone number')} />
      <PasswordField
        {...field('password')}
        label={t('Password')}
        autoComplete="new-password"
        maxLength={128}
        hint={t('At least 12 characters. A few words together are easy to remember and hard to guess.')}
      />
    </PublicForm>
  )
}
